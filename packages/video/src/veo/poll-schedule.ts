import type { PollSchedule } from '../video-upstream.ts'

/** The interval of Google's own samples, 10 seconds; a video takes between eleven seconds and six minutes. */
export const pollSchedule: PollSchedule = { initial: 10_000, interval: 10_000, growth: 1, maxInterval: 10_000, deadline: 15 * 60_000 }
