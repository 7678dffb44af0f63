import { isJsonObject } from '@interlingua/core'
import { applyEdits, modify, parse, type ParseError, printParseErrorCode } from 'jsonc-parser'
import { EditError, type Syntax } from './edit.ts'

/** JSON, with comments and commas at the ends of lists if the file has them. */
export const json: Syntax = {
  parse(text) {
    if (text.trim() === '') return {}
    const errors: ParseError[] = []
    const value: unknown = parse(text, errors, { allowTrailingComma: true })
    const [error] = errors
    if (error !== undefined)
      throw new EditError(`is no JSON: ${printParseErrorCode(error.error)} in line ${text.slice(0, error.offset).split('\n').length}`)
    if (!isJsonObject(value)) throw new EditError('is no JSON object')
    return value
  },
  write(text, changes) {
    const eol = text.includes('\r\n') ? '\r\n' : '\n'
    const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
    const insertSpaces = !indent.startsWith('\t')
    const formattingOptions = { insertSpaces, tabSize: insertSpaces ? indent.length : 1, eol }
    let now = text
    for (const { path, value } of changes) now = applyEdits(now, modify(now, [...path], value, { formattingOptions }))
    return text.trim() === '' ? `${now.trim()}${eol}` : now
  },
}
