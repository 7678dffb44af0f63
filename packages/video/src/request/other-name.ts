import type { VideoFamily } from '../video-family.ts'

/** The fields with the same meaning, by family. A family that lacks a `use` has no such field. */
const names: readonly {
  readonly known: readonly string[]
  readonly use: Partial<Readonly<Record<VideoFamily, string>>>
}[] = [
  {
    known: ['duration', 'seconds', 'durationSeconds'],
    use: { 'vf-1': 'duration', 'vf-2': 'durationSeconds', 'vf-3': 'metadata.duration' },
  },
  { known: ['aspect_ratio', 'aspectRatio', 'ratio'], use: { 'vf-1': 'aspect_ratio', 'vf-2': 'aspectRatio', 'vf-3': 'metadata.ratio' } },
  {
    known: ['size', 'width', 'height'],
    use: { 'vf-2': 'resolution and aspectRatio', 'vf-3': 'metadata.resolution and metadata.ratio' },
  },
  { known: ['input_reference', 'image', 'images'], use: { 'vf-1': 'input_reference', 'vf-2': 'image', 'vf-3': 'metadata.content' } },
  { known: ['lastFrame', 'last_frame', 'image_tail'], use: { 'vf-2': 'lastFrame', 'vf-3': 'metadata.content' } },
  { known: ['generateAudio', 'generate_audio'], use: { 'vf-2': 'generateAudio', 'vf-3': 'metadata.generate_audio' } },
  { known: ['addWatermark', 'watermark'], use: { 'vf-2': 'addWatermark', 'vf-3': 'metadata.watermark' } },
  { known: ['content', 'first_frame', 'reference_image'], use: { 'vf-3': 'metadata.content' } },
]

/** The name that this family has for the field `key` of another family; `undefined` where there is none. */
export function otherName(key: string, family: VideoFamily): string | undefined {
  return names.find(({ known }) => known.includes(key))?.use[family]
}
