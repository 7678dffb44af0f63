import type { VideoModel } from './video-model.ts'

const fixed = {
  family: 'vf-1',
  durations: [5, 10, 15, 20],
  resolutions: ['480p', '720p', '1080p'],
  ratios: ['16:9', '9:16', '1:1'],
  audio: 'always',
  maxVideos: 1,
  lastFrame: false,
  drafts: false,
} as const satisfies Partial<VideoModel>

const native = {
  family: 'vf-2',
  durations: [4, 6, 8],
  resolutions: ['720p', '1080p'],
  ratios: ['16:9', '9:16'],
  maxVideos: 4,
  drafts: false,
} as const satisfies Partial<VideoModel>

const ratios = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive'] as const

const second = {
  family: 'vf-3',
  durations: { min: 4, max: 15, auto: true },
  ratios,
  audio: true,
  maxVideos: 1,
  lastFrame: true,
  references: { images: 9, videos: 3, audios: 3 },
  drafts: false,
  lacks: ['frames', 'flex', 'cameraFixed'],
} as const satisfies Partial<VideoModel>

const first = {
  family: 'vf-3',
  durations: { min: 2, max: 12, auto: false },
  resolutions: ['480p', '720p', '1080p'],
  ratios,
  audio: false,
  maxVideos: 1,
  drafts: false,
  lacks: ['tools'],
} as const satisfies Partial<VideoModel>

/** The tiers of models in each family, as the interface documented them in 2026-11. */
export const videoTiers = {
  fixed: { ...fixed, tier: 'fixed' },
  '3.0': { ...native, tier: '3.0', audio: true, lastFrame: false },
  '3.0-fast': { ...native, tier: '3.0-fast', audio: 'always', lastFrame: false },
  '3.1': { ...native, tier: '3.1', audio: true, lastFrame: true },
  '3.1-fast': { ...native, tier: '3.1-fast', audio: 'always', lastFrame: true },
  '2.0': { ...second, tier: '2.0', resolutions: ['480p', '720p', '1080p', '4k'] },
  '2.0-fast': { ...second, tier: '2.0-fast', resolutions: ['480p', '720p'] },
  '2.0-mini': { ...second, tier: '2.0-mini', resolutions: ['480p', '720p'] },
  '1.5-pro': {
    ...first,
    tier: '1.5-pro',
    durations: { min: 4, max: 12, auto: true },
    audio: true,
    lastFrame: true,
    drafts: true,
    lacks: ['frames', 'tools'],
  },
  '1.0-pro': { ...first, tier: '1.0-pro', lastFrame: true },
  '1.0-pro-fast': { ...first, tier: '1.0-pro-fast', lastFrame: false },
} as const satisfies Readonly<Record<string, VideoModel>>

export type TierId = keyof typeof videoTiers
