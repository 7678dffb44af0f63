import type { Machine } from '@interlingua/core'

/** Feeds bytes (UTF-8, cut anywhere, also inside a character) or text into a machine that reads text. */
export interface TextFeed<O> {
  push(chunk: Uint8Array | string): readonly O[]
  end(): readonly O[]
}

export function createTextFeed<O>(machine: Machine<string, O>): TextFeed<O> {
  const decoder = new TextDecoder()
  const pushText = (text: string): readonly O[] => (text === '' ? [] : joinTexts(machine.push(text)))
  return {
    push: (chunk) => pushText(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })),
    end() {
      const rest = pushText(decoder.decode())
      return joinTexts([...rest, ...machine.end()])
    },
  }
}

/** Joins the output texts of one chunk, since bounds have no meaning in a stream of text; one chunk costs half as much as several. */
function joinTexts<O>(outputs: readonly O[]): readonly O[] {
  if (outputs.length < 2 || !outputs.every((output) => typeof output === 'string')) return outputs
  return [outputs.join('') as O] // every output is a string, hence so is O
}
