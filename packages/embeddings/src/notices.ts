import { declareNotices } from '@interlingua/core/adapter'

export const notice = declareNotices(
  'embeddings',
  {
    'foreign-field': 'a key of another dialect, unknown to this one',
    user: true,
    'usage-detail': true,
  },
  {
    task: { kind: 'dropped', message: 'the target takes no task for a vector' },
    title: { kind: 'dropped', message: 'the target takes no titles' },
    truncate: { kind: 'dropped', message: 'the target takes no setting for a text that is too long' },
    media: { kind: 'dropped', message: 'the target embeds text alone', severe: true },
    'unknown-part': { kind: 'dropped', message: 'the target has no such part', severe: true },
    'part-detail': { kind: 'dropped', message: 'the target has no field for this detail of a part', benign: true },
    'parts-joined': { kind: 'approximated', message: 'the texts of an input are sent as one, with a line break between', benign: true },
    model: { kind: 'dropped', message: 'the answer has no field for the name of the model', benign: true },
    'model-unknown': { kind: 'synthesized', message: 'the response must name a model, and the name is not known', benign: true },
    'usage-unknown': {
      kind: 'synthesized',
      message: 'the upstream does not say how many tokens it read: 0 stands in their place',
      benign: true,
    },
    'token-count': { kind: 'dropped', message: 'the tokens of one input have no field of their own', benign: true },
    'token-share': { kind: 'approximated', message: 'the tokens of all inputs are shared out by length', benign: true },
    truncated: { kind: 'dropped', message: 'the answer has no field that says that an input was cut' },
  },
)
export type Code = keyof typeof notice.table
