import { pathOfModel } from '@interlingua/adapter-kit'
import type { VeoDoor } from '../veo/lower.ts'
import { veoUpstream } from '../veo/veo-upstream.ts'
import type { VideoUpstream } from '../video-upstream.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'

/** References and a video to go on from are taken beside the frames that the interface names. */
const own = { inline: true, schemes: ['gs'] } as const
const door = {
  format,
  fates,
  takes: { 'first-frame': own, 'last-frame': own, 'reference-image': own, 'source-video': own },
  mostVideos: 4,
} as const satisfies VeoDoor

/** Veo on Vertex. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation */
export const vertexVeo = {
  ...veoUpstream(door, false),
  poll: (operation: string, model: string) => ({
    method: 'POST',
    path: pathOfModel(model, 'fetchPredictOperation'),
    body: { operationName: operation },
  }),
  takesUrl: ({ source }) => source?.type === 'url' && /^gs:/i.test(source.url),
} as const satisfies VideoUpstream
