/* What the page tells its scripts: language, the way to the site's root, words. See Tree._context and Maker.script_facts. */
export const config = JSON.parse(document.getElementById('tsesi-config').textContent)
export const words = config.words
export const root = new URL(`${config.root}/`, location.href)
export const asset = name => new URL(config.assets[name], root)

/* Fill {name} in a word of the interface. */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')

/* A counted noun: {one, other} with {n}. */
export const count = (forms, n, more = {}) => fill(n === 1 ? forms.one : forms.other, { n, ...more })

/* An element with attributes and children; strings become text, never markup. */
export const el = (name, attributes = {}, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value)
  made.append(...children.filter(child => child !== undefined && child !== null))
  return made
}

/* Text as nodes in which no line ends inside the notation's dash, `--`. */
export const dashed = text => text.split(/(--)/).map(part => part === '--' ? el('span', { class: 'dash' }, part) : part)

export const icon = name => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  use.setAttribute('href', `#i-${name}`)
  svg.append(use)
  return svg
}

let toast
export const say = text => {
  toast ??= document.body.appendChild(el('p', { class: 'toast', role: 'status' }))
  toast.textContent = text
  toast.hidden = false
  clearTimeout(toast.timer)
  toast.timer = setTimeout(() => { toast.hidden = true }, 2200)
}

/* Copy, also where the page may not use the clipboard (plain http on another machine). */
export const copy = async (text, done) => {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const area = document.body.appendChild(el('textarea', { class: 'visually-hidden' }))
    area.value = text
    area.select()
    document.execCommand('copy')
    area.remove()
  }
  say(done)
}

/* Storage may be closed to us (private windows): then nothing is remembered. */
export const remember = (key, value) => { try { localStorage.setItem(`tsesi.${key}`, value) } catch { /* not remembered */ } }
export const remembered = key => { try { return localStorage.getItem(`tsesi.${key}`) } catch { return null } }
