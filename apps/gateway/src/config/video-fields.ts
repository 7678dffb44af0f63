import { tiers, type TierId } from '@interlingua/video'
import * as z from 'zod'

/** What is known of models of videos: of all of a channel, or of one. What is not said here, their ids do. */
export const videoFields = {
  /** How the interface words a wish for it. */
  family: z.enum(['vf-1', 'vf-2', 'vf-3']).optional(),
  /** Which of the family's models it is. */
  tier: z.enum(Object.keys(tiers) as [TierId, ...TierId[]]).optional(), // its own keys, of which there are some
  /** In place of the tier's, in seconds. */
  durations: z.array(z.int().positive()).min(1).optional(),
  resolutions: z.array(z.string().min(1)).min(1).optional(),
  /** Videos of one wish. */
  mostVideos: z.int().min(1).max(4).optional(),
} as const

const seconds = z.number().positive().max(604_000)

/** In seconds: until the upstream is first asked after a video, between two questions, at most between two, and until it is given up. */
export const paceSchema = z.strictObject({
  first: seconds.optional(),
  next: seconds.optional(),
  most: seconds.optional(),
  deadline: seconds.optional(),
})
