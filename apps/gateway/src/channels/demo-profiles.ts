import { modelProfiles } from '@interlingua/contents'
import { findModelProfile } from '@interlingua/core'
import type { FileConfig } from '../config/config-schema.ts'

/** The demo's painter takes the shapes and sizes of this one. */
const { images } = findModelProfile(modelProfiles, 'gemini-3.1-flash-image') ?? {}

/** What the demo's models take, where their names do not tell: `demo-contents` behaves as a model of the third generation. */
export const demoProfiles: NonNullable<FileConfig['profiles']> = [
  { format: 'contents', pattern: 'demo-contents', needsSeal: true },
  {
    format: 'contents',
    pattern: 'demo-contents-image',
    ...(images && { images: { aspectRatios: [...images.aspectRatios], sizes: [...images.sizes] } }),
  },
]
