import type { VideoPace, VideoUpstream } from '@interlingua/video'
import type { Channel } from '../channels/channel.ts'

/** How often the upstream of a channel is asked after its tasks, and for how long. */
export function paceOf({ pace }: Pick<Channel, 'pace'>, films: VideoUpstream): VideoPace {
  if (pace === undefined) return films.pace
  const next = pace.next ?? films.pace.next
  return { ...films.pace, ...pace, next, most: pace.most ?? Math.max(next, films.pace.most) }
}
