import { pointer } from '@interlingua/core'
import type { VideoModel } from '../models/video-model.ts'
import type { Spelled } from './spelled.ts'
import { InvalidVideoRequestError } from './invalid-video-request-error.ts'

/** Refuses a request that exceeds the limits of its model, with an error at the caller's own field. */
export function checkModel(model: VideoModel, request: Spelled): void {
  const { duration, resolution, aspectRatio, count, frames, serviceTier, tools = [] } = request.request
  const refuse = (field: string, message: string): never => {
    throw new InvalidVideoRequestError(request.places[field] ?? pointer('', field), message, 'unsupported_value')
  }
  if (duration !== undefined && !takesDuration(model, duration))
    refuse('duration', `this model makes videos of ${encodeDurations(model)} seconds`)
  if (resolution !== undefined && !model.resolutions.includes(resolution))
    refuse('resolution', `this model makes videos in ${model.resolutions.join(', ')}`)
  if (aspectRatio !== undefined && !model.ratios.includes(aspectRatio))
    refuse('aspectRatio', `this model makes videos in ${model.ratios.join(', ')}`)
  if (count !== undefined && (count < 1 || count > model.maxVideos))
    refuse('count', `this model makes ${model.maxVideos === 1 ? 'one video' : `1 to ${model.maxVideos} videos`} at once`)
  const lacks = new Set(model.lacks)
  if (frames !== undefined && lacks.has('frames')) refuse('frames', 'this model counts in seconds: say duration')
  if (serviceTier === 'flex' && lacks.has('flex')) refuse('serviceTier', 'this model makes videos at once alone')
  if (tools.length > 0 && lacks.has('tools')) refuse('tools', 'this model has no hosted tools')
  const bound = resolution === undefined ? undefined : model.durationOf?.[resolution]
  if (bound && duration !== undefined && !bound.includes(duration))
    refuse('duration', `in ${resolution} this model makes videos of ${bound.join(', ')} seconds`)
}

function takesDuration({ durations }: VideoModel, seconds: number): boolean {
  if ('min' in durations) return (seconds >= durations.min && seconds <= durations.max) || (durations.auto && seconds === -1)
  return durations.includes(seconds)
}

function encodeDurations({ durations }: VideoModel): string {
  if ('min' in durations) return `${durations.min} to ${durations.max}${durations.auto ? ' (or -1, which leaves it to the model)' : ''}`
  return durations.join(', ')
}
