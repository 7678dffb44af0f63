import { declareNotices } from '@interlingua/core/adapter'

/** The notices of this package. */
export const notice = declareNotices(
  'video',
  {
    'foreign-field': 'this field is unknown here',
    seed: 'the model takes no seed',
    user: 'the end user cannot be named here',
    'service-tier': 'there are no tiers of service here',
    'negative-prompt': true,
    people: true,
    'prompt-rewrite': true,
    'seed-spread': 'each of several operations takes the next seed, so that no video is made twice',
    tools: 'the model has no hosted tools',
    watermark: 'the watermark cannot be chosen here',
  },
  {
    callback: { kind: 'dropped', message: 'callbacks are not supported: poll the task' },
    'routed-model': { kind: 'dropped', message: 'the model at the top level is used instead' },
    'own-identifier': { kind: 'dropped', message: 'the upstream gets another identifier of the caller, made by the service', benign: true },
    'always-audio': { kind: 'approximated', message: 'this model always makes sound' },
    'never-audio': { kind: 'dropped', message: 'this model makes no sound in any case', benign: true },
    size: { kind: 'dropped', message: 'the size cannot be told in pixels here', benign: true },
    frames: { kind: 'dropped', message: 'the number of frames cannot be chosen here' },
    audio: { kind: 'dropped', message: 'the sound cannot be chosen here' },
    fps: { kind: 'dropped', message: 'the frames of a second cannot be chosen here' },
    'camera-fixed': { kind: 'dropped', message: 'the camera cannot be fixed here' },
    'last-frame-image': { kind: 'dropped', message: 'the last frame is not handed out here' },
    draft: { kind: 'dropped', message: 'the model makes no drafts' },
    'expires-after': { kind: 'dropped', message: 'the time until the upstream gives up cannot be chosen here', benign: true },
    priority: { kind: 'dropped', message: 'there are no priorities here', benign: true },
    assets: { kind: 'dropped', message: 'the upstream has no library of assets' },
    'source-duration': { kind: 'dropped', message: 'the video is as long as the one that it goes on from' },
    'source-size': { kind: 'dropped', message: 'the video has the size of the one that it goes on from' },
    'size-fitted': { kind: 'approximated', message: 'the model makes videos of other sizes: the nearest is asked for' },
    'duration-raised': { kind: 'approximated', message: 'the upstream makes videos of other lengths: the next longer one is asked for' },
  },
)
export type NoticeCode = keyof typeof notice.table
