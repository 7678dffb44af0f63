import * as z from 'zod'
import type { Description } from './description.ts'

const text = z.string()
const whole = z.int()
const media = text.describe('a URL, a data URL or base64')
const place = z.looseObject({ url: text })

const requestSchemas = {
  model: text,
  prompt: text.max(32_000),
  user: text.optional(),
  duration: whole.optional().describe('seconds: 5, 10, 15 or 20 of the first family'),
  resolution: text.optional().describe('480p, 720p or 1080p'),
  aspect_ratio: text.optional().describe('16:9, 9:16 or 1:1; of the first family'),
  seconds: z.union([whole, text]).optional(),
  size: text.optional().describe('width and height (1280x720); of the first family'),
  remix_from_video_id: text.optional().describe('a task of yours to go on from'),
  video_url: media.optional(),
  durationSeconds: whole.optional().describe('4, 6 or 8; of the second family, as all that follows up to enhancePrompt'),
  aspectRatio: text.optional(),
  generateAudio: z.boolean().optional(),
  sampleCount: whole.min(1).max(4).optional(),
  personGeneration: z.enum(['allow_all', 'allow_adult', 'dont_allow']).optional(),
  addWatermark: z.boolean().optional(),
  seed: whole.optional(),
  negativePrompt: text.optional(),
  fps: whole.optional(),
  enhancePrompt: z.boolean().optional(),
  asset: z.boolean().optional().describe('whether asset:// URLs may be used; of the third family, as metadata'),
} as const

const content = z.looseObject({
  type: z.enum(['text', 'image_url', 'video_url', 'audio_url', 'draft_task']),
  text: text.optional(),
  image_url: place.optional(),
  video_url: place.optional(),
  audio_url: place.optional(),
  draft_task: z.looseObject({ id: text }).optional(),
  role: text.optional(),
})

const metadata = z.looseObject({
  content: z.array(content),
  duration: whole.optional(),
  generate_audio: z.boolean().optional(),
  resolution: text.optional(),
  ratio: text.optional(),
  watermark: z.boolean().optional(),
  seed: whole.optional(),
})

const flat = z.looseObject({
  task_id: text,
  status: z.enum(['queued', 'in_progress', 'succeeded', 'failed']),
  format: z.literal('mp4'),
  url: text.optional(),
  urls: z.array(text).optional(),
  error: z.looseObject({ code: whole, message: text }).optional(),
})

const wrapped = z.looseObject({
  code: text,
  message: text,
  url: text.optional(),
  data: z.looseObject({
    task_id: text,
    status: z.enum(['NOT_START', 'QUEUED', 'IN_PROGRESS', 'SUCCESS', 'FAILED', 'EXPIRED']),
    progress: text,
    fail_reason: text,
    result_url: text,
    properties: z.looseObject({ upstream_model_name: text, origin_model_name: text }),
    data: z.looseObject({
      id: text.optional(),
      status: text,
      content: z.looseObject({ video_url: text }).optional(),
      duration: whole.optional(),
      ratio: text.optional(),
      resolution: text.optional(),
      generate_audio: z.boolean().optional(),
    }),
  }),
})

const openaiFields = {
  model: text.optional(),
  prompt: text.max(32_000),
  seconds: z.union([whole, text]).optional(),
  size: text.optional().describe('width and height: 1280x720'),
} as const

const openaiVideo = z.looseObject({
  id: text,
  object: z.literal('video'),
  model: text,
  status: z.enum(['queued', 'in_progress', 'completed', 'failed']),
  progress: whole,
  created_at: whole,
  completed_at: whole.nullable(),
  expires_at: whole.nullable(),
  prompt: text.nullable(),
  seconds: text,
  size: text,
  remixed_from_video_id: text.nullable(),
  error: z.looseObject({ code: text, message: text }).nullable(),
})

/** Bodies of the endpoints of videos. */
export const videoSchemas: Readonly<Record<string, z.ZodType>> = {
  VideoRequest: z.looseObject({
    ...requestSchemas,
    input_reference: z.union([media, z.looseObject({ image_url: text.optional(), file_id: text.optional() })]).optional(),
    image: media.optional(),
    lastFrame: media.optional(),
    metadata: metadata.optional(),
  }),
  VideoForm: z.looseObject({
    ...requestSchemas,
    input_reference: text.describe('a file').optional(),
    metadata: text.describe('JSON').optional(),
  }),
  VideoSubmitted: z.looseObject({
    id: text,
    task_id: text,
    object: z.literal('video'),
    model: text,
    status: z.literal('queued'),
    progress: whole,
    created_at: whole,
  }),
  VideoTask: z.union([flat, wrapped]),
  OpenaiVideoRequest: z.looseObject({
    ...openaiFields,
    input_reference: z.looseObject({ image_url: text.optional(), file_id: text.optional() }).optional(),
  }),
  OpenaiVideoForm: z.looseObject({ ...openaiFields, input_reference: text.describe('a file').optional() }),
  OpenaiRemixRequest: z.looseObject({ prompt: text }),
  OpenaiVideo: openaiVideo,
  OpenaiVideoList: z.looseObject({
    object: z.literal('list'),
    data: z.array(openaiVideo),
    first_id: text.nullable(),
    last_id: text.nullable(),
    has_more: z.boolean(),
  }),
  VeoRequest: z.looseObject({
    instances: z.array(z.looseObject({ prompt: text })),
    parameters: z
      .looseObject({ sampleCount: whole.optional(), durationSeconds: whole.optional(), aspectRatio: text.optional() })
      .optional(),
  }),
  OperationName: z.looseObject({ operationName: text }),
  Operation: z.looseObject({
    name: text,
    done: z.boolean(),
    metadata: z.looseObject({}).optional(),
    response: z.looseObject({}).optional(),
    error: z.looseObject({ code: whole, message: text }).optional(),
  }),
  VideoDownload: z.looseObject({
    success: z.boolean(),
    generation_id: text,
    task_id: text,
    format: z.literal('mp4'),
    size: whole,
    base64: text,
    data_url: text,
  }),
}

const operations = Object.fromEntries(
  ['/v1beta', '/v1'].map((version): [string, Description] => [
    `GET ${version}/models/{model}/operations/{operation}`,
    { summary: "RequestHead after a video, as Google's clients do", tag: 'videos', answer: 'Operation' },
  ]),
)

/** Videos, which are made by tasks. */
export const videoDescriptions: Readonly<Record<string, Description>> = {
  'POST /v1/video/generations': {
    summary: 'RequestHead for a video',
    tag: 'videos',
    details:
      'Answers once the upstream has taken the task, which is never sent twice; then ask after it. Which fields are taken depends on the family of the model: a field of another family is refused by name, one that has no effect is a notice.',
    headers: {
      'idempotency-key': {
        description:
          'Up to 255 visible ASCII characters. The same request with the same word within 24 hours is the same task; another request is a 422.',
      },
    },
    body: 'VideoRequest',
    form: 'VideoForm',
    answer: 'VideoSubmitted',
    statuses: [409, 422],
  },
  'GET /v1/video/generations/{task_id}': {
    summary: 'RequestHead after a video',
    tag: 'videos',
    details:
      'Told from the store: asking often costs the upstream nothing. Retry-After says when it is worth asking again. A task that failed is a good answer that says why. Models of the third family are told in the wrapped shape.',
    answer: 'VideoTask',
  },
  'GET /v1/video/generations/download': {
    summary: 'The video of a task of the first family, as base64 in JSON',
    tag: 'videos',
    details:
      '400: the task has a url instead; 409: it has not finished, or has failed; 410: the video has expired; 413: it is larger than this gateway hands out.',
    query: { id: { description: 'The id of the task.' } },
    answer: 'VideoDownload',
    statuses: [409, 410, 413],
  },
  'POST /v1/videos': {
    summary: "RequestHead for a video, as OpenAI's clients do",
    tag: 'videos',
    details:
      'By any model of videos. The next longer length and the nearest size are taken where the model has no such; each change is a notice.',
    body: 'OpenaiVideoRequest',
    form: 'OpenaiVideoForm',
    answer: 'OpenaiVideo',
    statuses: [409, 422],
  },
  'GET /v1/videos': {
    summary: 'The videos of this key',
    tag: 'videos',
    query: {
      after: { description: 'The id of the video after which the page begins.' },
      limit: { description: 'Most videos of a page, 1 to 100.', type: 'integer' },
      order: { description: 'By time of creation.', values: ['asc', 'desc'] },
    },
    answer: 'OpenaiVideoList',
  },
  'GET /v1/videos/{video_id}': { summary: "RequestHead after a video, as OpenAI's clients do", tag: 'videos', answer: 'OpenaiVideo' },
  'DELETE /v1/videos/{video_id}': {
    summary: 'Forget a video and its file',
    tag: 'videos',
    answer: 'Deleted',
    statuses: [409],
  },
  'GET /v1/videos/{video_id}/content': {
    summary: 'The bytes of a video, or a redirection to where its upstream keeps it',
    tag: 'videos',
    query: { variant: { description: 'Only the video is kept.', values: ['video'] } },
    answer: 'video/mp4',
    statuses: [409],
  },
  'POST /v1/videos/{video_id}/remix': {
    summary: 'Go on from a video',
    tag: 'videos',
    body: 'OpenaiRemixRequest',
    answer: 'OpenaiVideo',
    statuses: [409, 422],
  },
  'POST /v1beta/models/{model}:predictLongRunning': {
    summary: "RequestHead for a video, as Google's clients do",
    tag: 'videos',
    details: 'By any model of videos.',
    body: 'VeoRequest',
    answer: 'Operation',
    statuses: [409, 422],
  },
  'POST /v1beta/models/{model}:fetchPredictOperation': {
    summary: "RequestHead after a video, as clients of Google's cloud do",
    tag: 'videos',
    body: 'OperationName',
    answer: 'Operation',
  },
  ...operations,
}
