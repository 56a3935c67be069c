/* The menu of small screens: Material opens it by a checkbox, which a keyboard cannot reach; the button does. */
export function menu () {
  const button = document.querySelector('[data-menu]')
  const box = document.getElementById('__drawer')
  if (!button || !box) return
  const tell = () => button.setAttribute('aria-expanded', String(box.checked))
  button.addEventListener('click', () => { box.click(); tell() })
  box.addEventListener('change', tell)
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !box.checked) return
    box.click()
    tell()
    button.focus()
  })
}
