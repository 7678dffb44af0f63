import { pathSegment } from '@interlingua/core'
import type { VeoDoor } from '../veo/lower.ts'
import { veoUpstream } from '../veo/veo-upstream.ts'
import type { VideoUpstream } from '../video-upstream.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'

/** References are taken beside the frames that the interface names. */
const inline = { inline: true } as const
const door = {
  format,
  fates,
  takes: { 'first-frame': inline, 'last-frame': inline, 'reference-image': inline },
  mostVideos: 1,
} as const satisfies VeoDoor

/** Veo on Google's developer API: takes no addresses, makes one video an operation, gives files to the key alone. https://ai.google.dev/api/veo */
export const geminiVeo = {
  ...veoUpstream(door, true),
  // A name is a path of its own.
  poll: (operation: string) => ({ method: 'GET', path: `/v1beta/${operation.split('/').map(pathSegment).join('/')}` }),
  takesUrl: () => false,
} as const satisfies VideoUpstream
