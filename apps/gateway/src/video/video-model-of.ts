import { findVideoModel, tiers, type VideoModel, type VideoUpstream } from '@interlingua/video'
import type { Channel, VideoSettings } from '../channels/channel.ts'
import type { Target } from '../channels/create-resolver.ts'
import { configuredModel } from '../models/configured-model.ts'

/** What is known of the model of a target: what the configuration says of the model, then of the channel, then what its id does. */
export function videoModelOf({ channel, model, listed }: Pick<Target, 'channel' | 'model' | 'listed'>, films: VideoUpstream): VideoModel {
  return describeModel(films, model, configuredModel(channel.models, listed) ?? {}, channel)
}

function describeModel(films: VideoUpstream, id: string, own: VideoSettings, { video }: Channel): VideoModel {
  const base = baseOf(films, id, own) ?? baseOf(films, id, video) ?? guessModel(films, id)
  const durations = own.durations ?? video.durations
  const resolutions = own.resolutions ?? video.resolutions
  const mostVideos = own.mostVideos ?? video.mostVideos
  return {
    ...base,
    ...(durations && { durations }),
    ...(resolutions && { resolutions }),
    ...(mostVideos !== undefined && { mostVideos }),
  }
}

function baseOf(films: VideoUpstream, id: string, { tier, family }: VideoSettings): VideoModel | undefined {
  if (tier !== undefined) return tiers[tier]
  return family === undefined ? undefined : findVideoModel(id, family)
}

function guessModel({ families }: VideoUpstream, id: string): VideoModel {
  const known = findVideoModel(id)
  if (known && families.includes(known.family)) return known
  const [family = 'vf-3'] = families
  return findVideoModel(id, family) ?? tiers['2.0']
}
