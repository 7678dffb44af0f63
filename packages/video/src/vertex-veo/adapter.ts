import { pathOfModel } from '@interlingua/adapter-kit'
import type { VeoVariant } from '../veo/lower.ts'
import { veoUpstream } from '../veo/veo-upstream.ts'
import type { VideoUpstream } from '../video-upstream.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'

/** Vertex takes every input as bytes or from a bucket (`gs:`). It takes references and a source video too, which the interface does not name. */
const own = { inline: true, schemes: ['gs'] } as const
const variant = {
  format,
  fates,
  takes: { 'first-frame': own, 'last-frame': own, 'reference-image': own, 'source-video': own },
  maxVideos: 4,
} as const satisfies VeoVariant

/** Veo on Vertex. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation */
export const vertexVeo = {
  ...veoUpstream(variant, false),
  poll: (operation: string, model: string) => ({
    method: 'POST',
    path: pathOfModel(model, 'fetchPredictOperation'),
    body: { operationName: operation },
  }),
  acceptsUrl: ({ source }) => source?.type === 'url' && /^gs:/i.test(source.url),
} as const satisfies VideoUpstream
