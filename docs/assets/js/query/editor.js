/* The editor: CodeMirror with SPARQL. It lives in a shadow root, where it may adopt style sheets: in the page itself
   it would write <style> elements, which the policy forbids. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags as t } from '@lezer/highlight'
import { sparql } from 'codemirror-lang-sparql'

const colours = HighlightStyle.define([
  { tag: [t.keyword, t.operatorKeyword, t.definitionKeyword, t.modifier, t.controlKeyword], color: 'var(--accent)', fontWeight: '600' },
  { tag: [t.variableName, t.special(t.variableName)], color: 'var(--choice)' },
  { tag: [t.string, t.number, t.bool, t.literal], color: 'var(--free-kick)' },
  { tag: [t.url, t.namespace, t.typeName, t.labelName, t.propertyName, t.atom], color: 'var(--same)' },
  { tag: t.comment, color: 'var(--ink-soft)' },
  { tag: [t.punctuation, t.bracket, t.operator], color: 'var(--ink-soft)' }
])

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--card)', fontSize: '.7rem' },
  '&.cm-focused': { outline: '2.5px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.55', minHeight: '14rem', maxHeight: '30rem' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '.4rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-soft)', border: '0' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--mark) !important' },
  '.cm-matchingBracket': { backgroundColor: 'var(--choice-soft)', outline: '1px solid var(--choice)' }
})

/* Typing over a selection: left to itself the browser wraps what is typed in <span style>, against the policy. */
const typeOver = EditorView.domEventHandlers({
  beforeinput (event, view) {
    if (event.inputType !== 'insertText' || !event.data || event.isComposing || view.state.selection.main.empty) return false
    view.dispatch({ ...view.state.replaceSelection(event.data), userEvent: 'input.type', scrollIntoView: true })
    return true
  }
})

export function editor (place, text, { label, run }) {
  const host = document.createElement('div')
  place.replaceChildren(host)
  const root = host.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(),
        sparql(), syntaxHighlighting(colours), look, typeOver, EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
        keymap.of([{ key: 'Mod-Enter', run: () => { run(); return true } }, ...defaultKeymap, ...historyKeymap])
      ]
    })
  })
  return {
    get text () { return view.state.doc.toString() },
    set text (value) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } }) }
  }
}
