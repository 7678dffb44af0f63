import { LineCounter, parseDocument } from 'yaml'
import { findOffset } from './find-offset.ts'
import { spellPath } from './spell-path.ts'

/** Says where in the text of a file a path stands: `interlingua.yaml:3:5: channels[0].format`. */
export function locatePath(text: string, file: string): (path: readonly PropertyKey[]) => string {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  return (path) => {
    const { line, col } = lines.linePos(findOffset(document, path))
    return `${file}:${line}:${col}: ${spellPath(path)}`
  }
}
