import type { Description } from './description.ts'

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
          'Up to 255 visible ASCII characters. The same wish with the same word within 24 hours is the same task; another wish is a 422.',
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
