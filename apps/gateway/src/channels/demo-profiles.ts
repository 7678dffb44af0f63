import { findModelProfile } from '@interlingua/core'
import type { FileConfig } from '../config/config-schema.ts'
import type { Formats } from '../create-formats.ts'

/** What the demo's models take, where their names do not tell: `demo-contents` behaves as a model of the third generation. */
export function demoProfiles(formats: Formats): NonNullable<FileConfig['profiles']> {
  const { profiles } = formats.ofVendor('google')
  // The demo's painter takes the shapes and sizes of this one.
  const { images } = findModelProfile(profiles, 'gemini-3.1-flash-image') ?? {}
  return [
    { format: 'contents', pattern: 'demo-contents', needsSeal: true },
    {
      format: 'contents',
      pattern: 'demo-contents-image',
      ...(images && { images: { aspectRatios: [...images.aspectRatios], sizes: [...images.sizes] } }),
    },
  ]
}
