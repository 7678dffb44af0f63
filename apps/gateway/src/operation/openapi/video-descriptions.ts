import type { Description } from './description.ts'

/** Videos, which are made by tasks. */
export const videoDescriptions: Readonly<Record<string, Description>> = {
  'POST /v1/video/generations': {
    summary: 'Ask for a video',
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
    summary: 'Ask after a video',
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
}
