import type { Context, FoundUrl } from '@interlingua/core'
import type { VideoInput, VideoRequest, VideoRole, VideoUpstream } from '@interlingua/video'
import type { Exchange } from '../exchange.ts'
import { bringFiles } from '../operations/bring-files.ts'

const kinds = {
  'first-frame': 'image',
  'last-frame': 'image',
  'reference-image': 'image',
  'reference-video': 'video',
  'reference-audio': 'audio',
  'source-video': 'video',
  'source-task': 'video',
  'draft-task': 'video',
} as const satisfies Record<VideoRole, FoundUrl['kind']>

/**
 * The wish with the bytes of each input whose address the upstream cannot be told; `undefined` where the client has left meanwhile. Rejects
 * with `AttemptFailed` where one cannot be had: another channel may be able to be told.
 */
export async function bringInputs(
  exchange: Exchange,
  request: VideoRequest,
  films: VideoUpstream,
  context: Context,
): Promise<VideoRequest | undefined> {
  const { inputs = [] } = request
  const found = inputs.flatMap((input) => foundIn(input, films, context))
  const [first, ...more] = found
  if (first === undefined) return request
  const files = await bringFiles(exchange, [first, ...more])
  if (files === undefined) return undefined
  return {
    ...request,
    inputs: inputs.map((input) => {
      const [wanted] = foundIn(input, films, context)
      const file = wanted && files.get(wanted.url)
      return file ? { ...input, source: { type: 'inline' as const, mime: file.mime, base64: file.base64 } } : input
    }),
  }
}

/** What is no address of the web cannot be fetched: whether the upstream takes it, lowering says. */
function foundIn(input: VideoInput, films: VideoUpstream, context: Context): readonly FoundUrl[] {
  const { source, role, at = '' } = input
  if (source?.type !== 'url' || !/^https?:/i.test(source.url) || films.takesUrl(input, context)) return []
  return [{ url: source.url, kind: kinds[role], at }]
}
