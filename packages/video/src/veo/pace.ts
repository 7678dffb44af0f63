import type { VideoPace } from '../video-upstream.ts'

/** Google's own samples ask each ten seconds; a video takes eleven seconds to six minutes. */
export const pace: VideoPace = { first: 10_000, next: 10_000, growth: 1, most: 10_000, deadline: 15 * 60_000 }
