import { pathSegment } from '@interlingua/core/adapter'
import type { VeoVariant } from '../veo/lower.ts'
import { veoUpstream } from '../veo/veo-upstream.ts'
import type { VideoUpstream } from '../video-upstream.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'

/** The developer API takes every image as bytes. It takes references too, which the interface does not name. */
const inline = { inline: true } as const
const variant = {
  format,
  fates,
  takes: { 'first-frame': inline, 'last-frame': inline, 'reference-image': inline },
  maxVideos: 1,
} as const satisfies VeoVariant

/**
 * Veo on Google's developer API, which takes no URLs, makes one video an operation, and hands out files only with the API key.
 * https://ai.google.dev/api/veo
 */
export const geminiVeo = {
  ...veoUpstream(variant, true),
  // The name of an operation is a path with slashes, which stay as they are.
  poll: (operation: string) => ({ method: 'GET', path: `/v1beta/${operation.split('/').map(pathSegment).join('/')}` }),
  acceptsUrl: () => false,
} as const satisfies VideoUpstream
