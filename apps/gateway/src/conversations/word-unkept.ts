import { isJsonObject, parseDocument, type JsonObject } from '@interlingua/core'

/** An answer of Responses (a document, or the last events of a stream) as it reads where it was not stored after all: `store` is false. */
export function wordUnkept(output: string): string {
  if (output.startsWith('{')) return word(output, (document) => document) ?? output
  return output
    .split('\n')
    .map((line) => {
      if (!line.startsWith('data: ')) return line
      const worded = word(line.slice('data: '.length), ({ response }) => response)
      return worded === undefined ? line : `data: ${worded}`
    })
    .join('\n')
}

function word(text: string, find: (document: JsonObject) => JsonObject[string] | undefined): string | undefined {
  const document = parseDocument(text)
  const answer = isJsonObject(document) ? find(document) : undefined
  if (!isJsonObject(answer) || answer['store'] !== true) return undefined
  Object.assign(answer, { store: false })
  return JSON.stringify(document)
}
