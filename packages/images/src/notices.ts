import { declareNotices } from '@interlingua/core/adapter'

/** The notices of lowering in any dialect about a field of the request. The tables of fates name their codes. */
const requests = {
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
  fidelity: { kind: 'dropped', message: 'the fidelity of an edit to its input cannot be chosen here' },
  'fidelity-default': { kind: 'approximated', message: 'the fidelity is left to the model', benign: true },
  moderation: { kind: 'dropped', message: 'the moderation cannot be chosen here' },
  language: { kind: 'dropped', message: 'the language of the prompt cannot be told here', benign: true },
  'native-parameter': { kind: 'dropped', message: 'the model does not know this parameter' },
  'native-input': { kind: 'approximated', message: 'the texts of the input are joined to one prompt, in the order of the input' },
  context: { kind: 'approximated', message: 'texts and images of the contents are sent apart, without roles' },
  'url-delivery': { kind: 'approximated', message: 'the images come inline, not as URLs: host them to get URLs' },
  'inline-delivery': { kind: 'approximated', message: 'the images come as URLs, not inline: fetch the URLs to get the bytes' },
} as const

/** The further notices of the dialects of OpenAI and Google, and of their servers about an answer. */
const openaiAndGoogle = {
  'response-model': { kind: 'dropped', message: 'the answer has no field for the model', benign: true },
  'response-created': { kind: 'dropped', message: 'the answer has no field for the time', benign: true },
  'response-made': { kind: 'dropped', message: 'the answer has no field for the facts about an image', benign: true },
  'response-usage': { kind: 'dropped', message: 'the answer has no field for the usage', benign: true },
  'response-usage-detail': { kind: 'dropped', message: 'the usage has no field for this', benign: true },
  'response-time': { kind: 'synthesized', message: 'the upstream states no time: the current time is used', benign: true },
  'response-mime': {
    kind: 'synthesized',
    message: 'the upstream states no type of the image: the type is read from the bytes',
    benign: true,
  },
  'watermark-off': { kind: 'synthesized', message: 'the model takes a seed only without its watermark: that is switched off' },
  'stream-partial': { kind: 'dropped', message: 'a preview has no place in this answer', benign: true },
} as const

/** The notices of Ark and DashScope. */
const arkAndDashscope = {
  'size-auto': { kind: 'approximated', message: 'the model has one size of its own where none is asked for', benign: true },
  'size-shape': { kind: 'approximated', message: 'the size and its ratio are sent as pixels', benign: true },
  'size-default': { kind: 'synthesized', message: 'a size is added to the request: the default of the upstream costs more', benign: true },
  'group-most': { kind: 'approximated', message: 'the model decides how many images a group has, up to this number', benign: true },
  'native-wins': { kind: 'dropped', message: 'the native input or parameters state this differently' },
  'native-model': { kind: 'dropped', message: 'the routed model is used instead' },
  'response-item': { kind: 'dropped', message: 'an image that was not made has no place in this answer', benign: true },
  'response-prompt': { kind: 'dropped', message: 'an image has no field for the prompt that it was made from', benign: true },
} as const

const standard = {
  'foreign-field': 'this field exists only in the dialect of the request',
  seed: 'the model takes no seed',
  user: 'the end user cannot be named here',
  'answer-part': 'the answer holds a part that is no image',
  'stream-event': 'this event exists only in its own dialect',
  'negative-prompt': true,
  people: true,
  'prompt-rewrite': true,
  'seed-spread': 'the request takes several calls: each call has a seed of its own, counted up from this one',
  tools: 'the model has no hosted tools',
  watermark: 'the watermark cannot be chosen here',
} as const

/** The notices of this package. */
export const notice = declareNotices('images', standard, { ...requests, ...openaiAndGoogle, ...arkAndDashscope })

export type NoticeCode = keyof typeof notice.table
