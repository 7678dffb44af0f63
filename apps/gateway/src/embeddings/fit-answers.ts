import type { EmbedRequest } from '@interlingua/embeddings'

/** Bytes of a number in JSON, and of one that is packed. */
const printed = 22
const packed = 6
/** What models give where nobody says how many. */
const usual = 3072

/** Calls whose answers stay below `bytes`, in the same order: a long list of vectors is longer than an answer may be. */
export function fitAnswers(calls: readonly EmbedRequest[], bytes: number): readonly EmbedRequest[] {
  return calls.flatMap((call) => {
    const { inputs, encoding } = call
    const widest = inputs.reduce((most, { dimensions = usual }) => Math.max(most, dimensions), 1)
    const most = Math.max(1, Math.floor(bytes / (widest * (encoding === 'base64' ? packed : printed))))
    if (inputs.length <= most) return [call]
    const pieces: EmbedRequest[] = []
    for (let from = 0; from < inputs.length; from += most) pieces.push({ ...call, inputs: inputs.slice(from, from + most) })
    return pieces
  })
}
