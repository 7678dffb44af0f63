import { isJsonObject, type JsonObject, type Json } from '@interlingua/core'
import { type Document, isCollection, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { type Change, EditError, type Syntax, valueAt } from './edit.ts'

/** YAML. Comments stay. */
export const yaml: Syntax = {
  parse(text) {
    const value: unknown = read(text).toJS()
    if (value === null || value === undefined) return {}
    if (!isJsonObject(value)) throw new EditError('is no YAML object: it has no keys at its top')
    return value as JsonObject
  },
  write(text, changes) {
    const document = read(text)
    if (!isCollection(document.contents)) document.contents = document.createNode({})
    for (const change of changes) apply(document, change)
    return written(document, text)
  },
}

/** Text of a document in the style of its text before: ends of lines, indentation of lists, spaces in brackets. */
function written(document: Document<Node>, before: string): string {
  const lines = before.replaceAll('\r\n', '\n')
  const indentSeq = !/^( *)[^\s#-][^\n]*:[ \t]*\n(?:[ \t]*#[^\n]*\n)*\1- /m.test(lines)
  const text = document.toString({ lineWidth: 0, indentSeq, flowCollectionPadding: !/[[{][^\s\]}]/.test(lines) })
  return before.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text
}

function read(text: string): Document<Node> {
  const lines = new LineCounter()
  const document = parseDocument<Node>(text, { lineCounter: lines, prettyErrors: false })
  const [error] = document.errors
  if (error !== undefined) throw new EditError(`is no YAML: line ${lines.linePos(error.pos[0]).line}: ${error.message}`)
  return document
}

function apply(document: Document<Node>, { path, value }: Change): void {
  if (value === undefined) {
    document.deleteIn(path)
    return
  }
  const list = document.getIn(path.slice(0, -1), true)
  if (isSeq(list) && path.at(-1) === list.items.length) list.add(document.createNode(value))
  else {
    // An empty key, such as `models:` alone, is no object yet.
    const parent = path.slice(0, -1)
    const tree: unknown = document.toJS()
    if (parent.length > 0 && isJsonObject(tree) && valueAt(tree as JsonObject, parent) === null)
      document.setIn(parent, document.createNode({}))
    document.setIn(path, document.createNode(value))
  }
}

/** YAML of a list at its top, which edits see as the key `list`. */
export const yamlList: Syntax = {
  parse(text) {
    const value: unknown = read(text).toJS() ?? []
    if (!Array.isArray(value)) throw new EditError('is no YAML list')
    return { list: value as Json[] } // the parser makes values of JSON of such a file
  },
  write(text, changes) {
    const document = read(text)
    if (!isSeq(document.contents)) document.contents = document.createNode([])
    for (const { path, value } of changes) {
      // The whole list, or an item of it.
      if (path.length > 1) apply(document, { path: path.slice(1), value })
      else document.contents = document.createNode(value ?? [])
    }
    return written(document, text)
  },
}
