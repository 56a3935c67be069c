// What the tests look at inside a page. Put in by `inspect(page)`; then `inspect.languages()` and so on.
globalThis.inspect = {
  /* Runs of text whose element does not say their language. Names of formats and code are nobody's language. */
  languages () {
    const names = /Turtle|JSON|SPARQL|Tsesi|CSV|HTML|JavaScript|tsesi|Ctrl|OmegaT|TBX|TMX|XLSX|SRX|Trados|Weblate|EUPL|Noto|https?:/
    const found = new Set()
    const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (node.parentElement.closest('script, style, code, pre, .query__iri, [translate=no]')) continue
      const lang = node.parentElement.closest('[lang]').getAttribute('lang')
      const georgian = /[ა-ჰ]{3}/.test(node.data)
      const english = /[A-Za-z]{4}/.test(node.data.replace(/\w+:\w+/g, '')) && !names.test(node.data)
      if (georgian && !english && lang !== 'ka') found.add(`${lang}: ${node.data.trim()}`)
      if (english && !georgian && lang !== 'en') found.add(`${lang}: ${node.data.trim()}`)
    }
    return [...found]
  },

  /* What has the focus inside one unit's card; null outside. */
  focused (unit) {
    const here = document.activeElement
    if (here.closest('.unit')?.dataset.unit !== unit) return null
    const kinds = { term: '.term', choice: '.alts__next', drawer: 'summary', copy: '[data-copy]', share: '[data-share]', sanction: '.sanction', link: 'a' }
    return Object.keys(kinds).find(kind => here.matches(kinds[kind])) ?? here.tagName
  },

  /* Colours of tokens in the query editor, by how they begin. */
  colours (...beginnings) {
    const spans = [...document.querySelector('[data-editor] > div').shadowRoot.querySelectorAll('.cm-line span')]
    return beginnings.map(text => getComputedStyle(spans.find(span => span.textContent.startsWith(text))).color)
  },

  /* The rows of an answer: IRIs as IRIs, the rest as text. */
  rows () {
    const cell = one => one.querySelector('.query__iri')?.textContent ?? one.textContent
    return [...document.querySelectorAll('[data-table] tbody tr')].map(row => [...row.cells].map(cell))
  },

  /* How alternatives of a kind look, colour left aside. */
  look (kind) {
    const { textDecorationStyle, backgroundColor } = getComputedStyle(document.querySelector(`.unit .alts--${kind} > .alt`))
    return [textDecorationStyle, backgroundColor]
  }
}
