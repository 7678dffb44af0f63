import type { Description } from './description.ts'

const details =
  'Fields that the model at hand does not know are left out with a notice. Without response_format, models of the GPT kind and edits are answered with base64, others with URLs.'

/** Images, in OpenAI's style and in Google's. */
export const imageDescriptions: Readonly<Record<string, Description>> = {
  'POST /v1/images/generations': {
    summary: 'Make images of a text, or of a text and images',
    tag: 'images',
    details,
    body: 'ImagesRequest',
    answer: 'ImagesResponse',
    stream: 'events',
  },
  'POST /v1/images/edits': {
    summary: 'Make images of given ones',
    tag: 'images',
    details,
    body: 'ImagesRequest',
    form: 'ImagesForm',
    answer: 'ImagesResponse',
    stream: 'events',
  },
  'POST /v1beta/models/{model}:predict': {
    summary: 'Make images by a native model, or vectors of texts',
    tag: 'images',
    details: 'Images where the instances have a prompt; embeddings where they have a content. Any image model can be asked.',
    body: 'PredictRequest',
    answer: 'PredictResponse',
  },
}
