import type { JsonObject } from '@interlingua/core'
import fc from 'fast-check'
import type { TierId } from '../src/index.ts'
import { movie, picture, png, sound } from './request-fields.ts'

const link = 'https://example.com/a.png'
const image = fc.constantFrom<JsonObject[string][]>(
  picture,
  png,
  link,
  { image_url: picture },
  { image_url: { url: link } },
  { url: picture },
)
const user = fc.constantFrom('u1', 'u2')
const unknown = fc.jsonValue().map((value) => value as JsonObject[string]) // JSON, by its name
const head = { model: fc.constant('m'), prompt: fc.constantFrom('a red kite', 'two\nkites ') }
const required = { requiredKeys: ['model', 'prompt'] as ('model' | 'prompt')[] }

const shape = fc.oneof(
  fc.record(
    { resolution: fc.constantFrom('480p', '720p', '1080p'), aspect_ratio: fc.constantFrom('16:9', '9:16', '1:1') },
    { requiredKeys: [] },
  ),
  fc.constantFrom<JsonObject[]>(
    { size: '480x854' },
    { width: 1080, height: 1080 },
    { size: '1920x1080', resolution: '1080p' },
    { width: '854', height: '480' },
  ),
)
const length = fc.constantFrom<JsonObject[]>({}, { duration: 15 }, { seconds: '10' }, { duration: '20', seconds: 20 })
const shown = fc.oneof(
  image.map((input) => ({ input_reference: input })),
  image.map((input) => ({ images: [input] })),
  fc.constantFrom<JsonObject[]>(
    {},
    { remix_from_video_id: 'task_1' },
    { video: { id: 'task_2' } },
    { video_url: movie },
    { video: 'https://example.com/a.mp4' },
  ),
)

const fixed = fc
  .tuple(fc.record({ ...head, user, mystery: unknown }, required), shape, length, shown)
  .map((parts): JsonObject => Object.assign({}, ...parts) as JsonObject) // records of JSON values

const native = fc
  .tuple(
    fc.record(
      {
        ...head,
        user,
        mystery: unknown,
        durationSeconds: fc.constantFrom(4, '6', 8),
        aspectRatio: fc.constantFrom('16:9', '9:16'),
        resolution: fc.constantFrom('720p', '1080p'),
        generateAudio: fc.constantFrom(true, false, 'true'),
        numberOfVideos: fc.integer({ min: 1, max: 4 }),
        personGeneration: fc.constantFrom('allow_all', 'dont_allow'),
        addWatermark: fc.boolean(),
        seed: fc.constantFrom(0, 7, 4_294_967_295),
        negativePrompt: fc.constantFrom('rain', 'fog'),
        fps: fc.constantFrom(24, 30),
        enhancePrompt: fc.boolean(),
      },
      required,
    ),
    fc.oneof(
      fc.constant({}),
      image.map((input) => ({ image: input })),
      image.map((input) => ({ image: input, image_tail: link })),
    ),
  )
  .map((parts): JsonObject => Object.assign({}, ...parts) as JsonObject) // records of JSON values

const item = (type: string, url: string, role?: string): JsonObject => ({ type, [type]: { url }, ...(role !== undefined && { role }) })
const scenes = fc.constantFrom<(readonly JsonObject[])[]>(
  [],
  [item('image_url', picture)],
  [item('image_url', link, 'first_frame')],
  [item('image_url', link, 'first_frame'), item('image_url', picture, 'last_frame')],
)
const references = fc.constantFrom<(readonly JsonObject[])[]>(
  [item('image_url', picture, 'reference_image'), item('image_url', link, 'reference_image')],
  [item('image_url', picture, 'reference_image'), item('audio_url', sound, 'reference_audio')],
  [item('video_url', 'https://example.com/a.mp4', 'reference_video')],
  [{ ...item('image_url', 'asset://a1', 'reference_image'), detail: 'high' }],
)

function multimodal(tier: TierId): fc.Arbitrary<JsonObject> {
  const second = tier === '2.0'
  const options = fc.record(
    {
      duration: second ? fc.constantFrom(4, -1, '15') : fc.constantFrom(4, 12, -1),
      resolution: fc.constantFrom('480p', '720p', '1080p'),
      ratio: fc.constantFrom('16:9', '21:9', 'adaptive'),
      generate_audio: fc.boolean(),
      watermark: fc.boolean(),
      seed: fc.constantFrom(-1, 0, 7),
      camera_fixed: fc.boolean(),
      return_last_frame: fc.boolean(),
      draft: second ? fc.constant(false) : fc.boolean(),
      service_tier: second ? fc.constant('default') : fc.constantFrom('default', 'flex'),
      execution_expires_after: fc.constantFrom(3_600, 259_200),
      priority: fc.integer({ min: 0, max: 9 }),
      ...(second && { tools: fc.constantFrom([{ type: 'web_search' }], [{ type: 'web_search', depth: 2 }], [{ type: 'other-tool' }]) }),
      callback_url: fc.constant('https://example.com'),
      mystery: unknown,
    },
    { requiredKeys: [] },
  )
  const shownHere = second ? fc.oneof(scenes, references) : scenes
  return fc
    .tuple(fc.record({ ...head, user, asset: fc.boolean() }, required), options, shownHere, fc.boolean())
    .map(([body, metadata, items, said]): JsonObject => ({
      ...body,
      metadata: { ...metadata, content: [...(said ? [{ type: 'text', text: body.prompt }] : []), ...items] },
    }))
}

/** Bodies of the tier as callers write them, nearly all of them legal. */
export const arbitraryBody: Readonly<Partial<Record<TierId, fc.Arbitrary<JsonObject>>>> = {
  fixed,
  '3.1': native,
  '3.1-fast': native,
  '2.0': multimodal('2.0'),
  '1.5-pro': multimodal('1.5-pro'),
}
