import type { VideoTask } from './video-task.ts'

/** The vendor's code in `[demo:fail QuotaExceeded]`, or else `usual`. A number is not a code but the number of a video. */
export function failureWord({ directives }: VideoTask, usual: string): string {
  return directives.get('fail')?.words.find((word) => !/^\d+$/.test(word)) ?? usual
}
