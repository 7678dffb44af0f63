import type { JsonObject } from '@interlingua/core'
import type { TierId } from '@interlingua/video'

/** Request of a video with members of one family: legal or not, and the field that a refusal names. */
export interface VideoCase {
  readonly name: string
  readonly tiers: readonly TierId[]
  readonly body: JsonObject
  /** Field that a refusal names. Absent: these tiers accept the request. */
  readonly refusedAt?: string
}

const fixed: readonly TierId[] = ['fixed']
const native: readonly TierId[] = ['3.0', '3.0-fast', '3.1', '3.1-fast']
const second: readonly TierId[] = ['2.0', '2.0-fast', '2.0-mini']
const multimodal: readonly TierId[] = [...second, '1.5-pro', '1.0-pro', '1.0-pro-fast']
const first: readonly TierId[] = ['1.0-pro', '1.0-pro-fast']

const each = (
  name: string,
  tiers: readonly TierId[],
  values: readonly (string | number | boolean)[],
  body: (value: string | number | boolean) => JsonObject,
  refusedAt?: string,
): readonly VideoCase[] =>
  values.map((value) => ({ name: `${name} \`${String(value)}\``, tiers, body: body(value), ...(refusedAt !== undefined && { refusedAt }) }))

const image = (role?: string): JsonObject => ({
  type: 'image_url',
  image_url: { url: 'https://example.com/a.png' },
  ...(role !== undefined && { role }),
})
const video: JsonObject = { type: 'video_url', video_url: { url: 'https://example.com/a.mp4' }, role: 'reference_video' }
const audio: JsonObject = { type: 'audio_url', audio_url: { url: 'https://example.com/a.mp3' }, role: 'reference_audio' }
const text: JsonObject = { type: 'text', text: 'a red kite' }
const content = (...items: readonly JsonObject[]): JsonObject => ({ metadata: { content: [text, ...items] } })
const metadata =
  (key: string) =>
  (value: string | number | boolean): JsonObject => ({ metadata: { content: [text], [key]: value } })
const times = (count: number, item: JsonObject): readonly JsonObject[] => Array.from({ length: count }, () => item)

/** Values and boundaries of the interface's limits on videos. */
export const videoCases: readonly VideoCase[] = [
  ...each('duration', fixed, [5, 10, 15, 20], (duration) => ({ duration })),
  ...each('seconds', fixed, ['5', '10', '15', '20'], (seconds) => ({ seconds })),
  ...each('duration', fixed, [0, 4, 6, 21, -1], (duration) => ({ duration }), '/duration'),
  ...each('seconds', fixed, ['4', '25'], (seconds) => ({ seconds }), '/seconds'),
  ...each('duration', fixed, ['five', 5.5], (duration) => ({ duration }), '/duration'),
  { name: 'duration 5 and seconds 10', tiers: fixed, body: { duration: 5, seconds: '10' }, refusedAt: '/seconds' },
  { name: 'duration 5 and seconds 5', tiers: fixed, body: { duration: 5, seconds: '5' } },
  ...['480p', '720p', '1080p'].flatMap((resolution) =>
    each(`resolution \`${resolution}\`, aspect_ratio`, fixed, ['16:9', '9:16', '1:1'], (ratio) => ({ resolution, aspect_ratio: ratio })),
  ),
  ...each('resolution', fixed, ['360p', '4k'], (resolution) => ({ resolution }), '/resolution'),
  ...each('aspect_ratio', fixed, ['4:3', '21:9'], (ratio) => ({ aspect_ratio: ratio }), '/aspect_ratio'),
  ...each(
    'size',
    fixed,
    ['480x480', '480x854', '854x480', '720x720', '720x1280', '1280x720', '1080x1080', '1080x1920', '1920x1080'],
    (size) => ({ size }),
  ),
  ...each('size', fixed, ['1x1', '1280*720'], (size) => ({ size }), '/size'),
  { name: 'size and another resolution', tiers: fixed, body: { size: '1280x720', resolution: '480p' }, refusedAt: '/size' },
  { name: 'durationSeconds of another family', tiers: fixed, body: { durationSeconds: 4 }, refusedAt: '/durationSeconds' },
  { name: 'metadata of another family', tiers: fixed, body: { metadata: {} }, refusedAt: '/metadata' },
  { name: 'lastFrame of another family', tiers: fixed, body: { lastFrame: 'https://example.com/a.png' }, refusedAt: '/lastFrame' },
  ...each('durationSeconds', native, [4, 6, 8], (durationSeconds) => ({ durationSeconds })),
  ...each('durationSeconds', native, [0, 3, 5, 7, 9, -1], (durationSeconds) => ({ durationSeconds }), '/durationSeconds'),
  ...each('aspectRatio', native, ['16:9', '9:16'], (aspectRatio) => ({ aspectRatio })),
  ...each('aspectRatio', native, ['1:1', '4:3'], (aspectRatio) => ({ aspectRatio }), '/aspectRatio'),
  ...each('resolution', native, ['720p', '1080p'], (resolution) => ({ resolution })),
  ...each('resolution', native, ['480p', '4k'], (resolution) => ({ resolution }), '/resolution'),
  { name: 'resolution `1080p` of 4 seconds', tiers: native, body: { resolution: '1080p', durationSeconds: 4 } },
  ...each('generateAudio', native, [true, false], (generateAudio) => ({ generateAudio })),
  ...each('sampleCount', native, [1, 2, 3, 4], (sampleCount) => ({ sampleCount })),
  ...each('sampleCount', native, [0, 5], (sampleCount) => ({ sampleCount }), '/sampleCount'),
  ...each('personGeneration', native, ['allow_all', 'allow_adult', 'dont_allow'], (personGeneration) => ({ personGeneration })),
  ...each('personGeneration', native, ['all'], (personGeneration) => ({ personGeneration }), '/personGeneration'),
  ...each('seed', native, [0, 4_294_967_295], (seed) => ({ seed })),
  ...each('seed', native, [-1, 4_294_967_296], (seed) => ({ seed }), '/seed'),
  { name: 'image', tiers: native, body: { image: 'https://example.com/a.png' } },
  {
    name: 'image and lastFrame',
    tiers: ['3.1', '3.1-fast'],
    body: { image: 'https://example.com/a.png', lastFrame: 'https://example.com/b.png' },
  },
  {
    name: 'image and lastFrame',
    tiers: ['3.0', '3.0-fast'],
    body: { image: 'https://example.com/a.png', lastFrame: 'https://example.com/b.png' },
    refusedAt: '/lastFrame',
  },
  { name: 'lastFrame alone', tiers: ['3.1', '3.1-fast'], body: { lastFrame: 'https://example.com/b.png' }, refusedAt: '/lastFrame' },
  { name: 'seconds of another family', tiers: native, body: { seconds: '4' }, refusedAt: '/seconds' },
  { name: 'aspect_ratio of another family', tiers: native, body: { aspect_ratio: '16:9' }, refusedAt: '/aspect_ratio' },
  { name: 'no metadata', tiers: multimodal, body: {}, refusedAt: '/metadata' },
  { name: 'no metadata.content', tiers: multimodal, body: { metadata: {} }, refusedAt: '/metadata/content' },
  { name: 'content of text alone', tiers: multimodal, body: content() },
  {
    name: 'a text that is not the prompt',
    tiers: multimodal,
    body: { metadata: { content: [{ type: 'text', text: 'a blue kite' }] } },
    refusedAt: '/metadata/content/0/text',
  },
  ...each('metadata.duration', second, [4, 15, -1], metadata('duration')),
  ...each('metadata.duration', second, [3, 16, 0], metadata('duration'), '/metadata/duration'),
  ...each('metadata.duration', ['1.5-pro'], [4, 12, -1], metadata('duration')),
  ...each('metadata.duration', ['1.5-pro'], [3, 13], metadata('duration'), '/metadata/duration'),
  ...each('metadata.duration', first, [2, 12], metadata('duration')),
  ...each('metadata.duration', first, [1, 13, -1], metadata('duration'), '/metadata/duration'),
  ...each('metadata.generate_audio', [...second, '1.5-pro'], [true, false], metadata('generate_audio')),
  ...each('metadata.generate_audio', first, [true], metadata('generate_audio'), '/metadata/generate_audio'),
  ...each('metadata.generate_audio', first, [false], metadata('generate_audio')),
  ...each('metadata.resolution', multimodal, ['480p', '720p'], metadata('resolution')),
  ...each('metadata.resolution', ['2.0', '1.5-pro', '1.0-pro', '1.0-pro-fast'], ['1080p'], metadata('resolution')),
  ...each('metadata.resolution', ['2.0-fast', '2.0-mini'], ['1080p', '4k'], metadata('resolution'), '/metadata/resolution'),
  ...each('metadata.resolution', ['2.0'], ['4k'], metadata('resolution')),
  ...each('metadata.resolution', ['1.5-pro', ...first], ['4k'], metadata('resolution'), '/metadata/resolution'),
  ...each('metadata.ratio', multimodal, ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive'], metadata('ratio')),
  ...each('metadata.ratio', multimodal, ['2:1'], metadata('ratio'), '/metadata/ratio'),
  ...each('metadata.aspect_ratio', multimodal, ['16:9'], metadata('aspect_ratio'), '/metadata/aspect_ratio'),
  ...each('metadata.watermark', multimodal, [true, false], metadata('watermark')),
  { name: 'a first frame, its role omitted', tiers: multimodal, body: content(image()) },
  { name: 'first_frame', tiers: multimodal, body: content(image('first_frame')) },
  {
    name: 'first_frame and last_frame',
    tiers: [...second, '1.5-pro', '1.0-pro'],
    body: content(image('first_frame'), image('last_frame')),
  },
  {
    name: 'first_frame and last_frame',
    tiers: ['1.0-pro-fast'],
    body: content(image('first_frame'), image('last_frame')),
    refusedAt: '/metadata/content/2/role',
  },
  { name: 'last_frame alone', tiers: second, body: content(image('last_frame')), refusedAt: '/metadata/content/1/image_url/url' },
  { name: '9 reference images', tiers: second, body: content(...times(9, image('reference_image'))) },
  {
    name: '10 reference images',
    tiers: second,
    body: content(...times(10, image('reference_image'))),
    refusedAt: '/metadata/content/10/image_url/url',
  },
  {
    name: 'a reference image',
    tiers: ['1.5-pro', ...first],
    body: content(image('reference_image')),
    refusedAt: '/metadata/content/1/role',
  },
  { name: '3 reference videos', tiers: second, body: content(...times(3, video)) },
  { name: '4 reference videos', tiers: second, body: content(...times(4, video)), refusedAt: '/metadata/content/4/video_url/url' },
  { name: 'a reference video', tiers: ['1.5-pro', ...first], body: content(video), refusedAt: '/metadata/content/1' },
  { name: '3 reference audios with an image', tiers: second, body: content(image('reference_image'), ...times(3, audio)) },
  {
    name: '4 reference audios with an image',
    tiers: second,
    body: content(image('reference_image'), ...times(4, audio)),
    refusedAt: '/metadata/content/5/audio_url/url',
  },
  { name: 'a reference audio alone', tiers: second, body: content(audio), refusedAt: '/metadata/content/1/audio_url/url' },
  {
    name: 'a frame and a reference',
    tiers: second,
    body: content(image('first_frame'), image('reference_image')),
    refusedAt: '/metadata/content/2/image_url/url',
  },
  { name: 'draft_task', tiers: ['1.5-pro'], body: content({ type: 'draft_task', draft_task: { id: 'task_1' } }) },
  {
    name: 'draft_task',
    tiers: [...second, ...first],
    body: content({ type: 'draft_task', draft_task: { id: 'task_1' } }),
    refusedAt: '/metadata/content/1',
  },
  {
    name: 'an asset, asset true',
    tiers: second,
    body: { asset: true, ...content({ type: 'image_url', image_url: { url: 'asset://a1' }, role: 'reference_image' }) },
  },
  {
    name: 'an asset, asset not said',
    tiers: second,
    body: content({ type: 'image_url', image_url: { url: 'asset://a1' }, role: 'reference_image' }),
    refusedAt: '/metadata/content/1/image_url/url',
  },
  ...['first_frame', 'last_frame', 'reference_image', 'duration', 'images'].map((key): VideoCase => ({
    name: `${key} at the top`,
    tiers: multimodal,
    body: { ...content(), [key]: 'https://example.com/a.png' },
    refusedAt: `/${key}`,
  })),
]
