import { declareNotices } from '@interlingua/core'

/** What lowering to any dialect may say of a field of the wish. The codes are what the tables of fates name. */
const wishes = {
  images: { kind: 'dropped', message: 'the model takes no images' },
  mask: { kind: 'dropped', message: 'the model takes no mask' },
  'aspect-ratio': { kind: 'dropped', message: 'the model has no aspect ratio beside the size' },
  quality: { kind: 'dropped', message: 'the model has no levels of quality' },
  'image-background': { kind: 'dropped', message: 'the background cannot be chosen here' },
  'output-format': { kind: 'dropped', message: 'the format of the file cannot be chosen here' },
  compression: { kind: 'dropped', message: 'the compression cannot be chosen here', benign: true },
  stream: { kind: 'approximated', message: 'the upstream does not stream: each image comes when all are made', benign: true },
  'partial-images': { kind: 'dropped', message: 'the upstream sends no previews', benign: true },
  guidance: { kind: 'dropped', message: 'the model takes no guidance scale' },
  'prompt-rewrite-mode': { kind: 'approximated', message: 'the prompt is rewritten in the one way that the model has' },
  sequence: { kind: 'dropped', message: 'the model makes no groups of images' },
  fidelity: { kind: 'dropped', message: 'how close an edit keeps to its input cannot be chosen here' },
  'fidelity-default': { kind: 'approximated', message: 'the fidelity is left to the model', benign: true },
  moderation: { kind: 'dropped', message: 'the moderation cannot be chosen here' },
  language: { kind: 'dropped', message: 'the language of the prompt cannot be told here', benign: true },
  'native-parameter': { kind: 'dropped', message: 'the model does not know this parameter' },
  'native-input': { kind: 'approximated', message: 'the texts of the input are joined to one prompt, in the order of the input' },
  context: { kind: 'approximated', message: 'texts and images of the contents are sent apart, without roles' },
  'url-delivery': { kind: 'approximated', message: 'the images come inline: whoever asked for URLs has to host them' },
  'inline-delivery': { kind: 'approximated', message: 'the images come as URLs: whoever asked for the bytes has to fetch them' },
} as const

/** What the dialects of OpenAI and Google say beside those, and what a server of them says of an answer. */
const openaiAndGoogle = {
  'response-model': { kind: 'dropped', message: 'the answer has no field for the model', benign: true },
  'response-created': { kind: 'dropped', message: 'the answer has no field for the time', benign: true },
  'response-made': { kind: 'dropped', message: 'the answer has no field for what was made', benign: true },
  'response-usage': { kind: 'dropped', message: 'the answer has no field for the usage', benign: true },
  'response-usage-detail': { kind: 'dropped', message: 'the usage has no field for this', benign: true },
  'response-time': { kind: 'synthesized', message: 'the upstream does not say when: it is now', benign: true },
  'response-mime': {
    kind: 'synthesized',
    message: 'the upstream does not say what the bytes are: it is read off their head',
    benign: true,
  },
  'watermark-off': { kind: 'synthesized', message: 'the model takes a seed only without its watermark: that is switched off' },
  'stream-partial': { kind: 'dropped', message: 'a preview has no place in this answer', benign: true },
} as const

/** Of Ark and DashScope. */
const arkAndDashscope = {
  'size-auto': { kind: 'approximated', message: 'the model has one size of its own where none is asked for', benign: true },
  'size-shape': { kind: 'approximated', message: 'the size and its ratio are sent as pixels', benign: true },
  'size-default': { kind: 'synthesized', message: 'the size is said: the one of the upstream costs more', benign: true },
  'group-most': { kind: 'approximated', message: 'a group holds as many images as the model sees fit, up to a number', benign: true },
  'native-wins': { kind: 'dropped', message: 'the own words of the upstream say this differently' },
  'native-model': { kind: 'dropped', message: 'the model is the one that was routed' },
  'response-item': { kind: 'dropped', message: 'an image that was not made has no place in this answer', benign: true },
  'response-prompt': { kind: 'dropped', message: 'an image has no field for the prompt that it was made from', benign: true },
} as const

const standard = {
  'foreign-field': 'only the dialect of the request knows this field',
  seed: 'the model takes no seed',
  user: 'the end user cannot be named here',
  'answer-part': 'the answer holds something else beside its images',
  'stream-event': 'only its own dialect understands this event',
  'negative-prompt': true,
  people: true,
  'prompt-rewrite': true,
  'seed-spread': 'it takes several calls: each has a seed of its own, counted up from this one',
  tools: 'the model has no hosted tools',
  watermark: 'whether the image is marked cannot be chosen here',
} as const

/** The notices of this package. */
export const notice = declareNotices('images', standard, { ...wishes, ...openaiAndGoogle, ...arkAndDashscope })

export type NoticeCode = keyof typeof notice.table
