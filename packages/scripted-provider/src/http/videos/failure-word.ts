import type { VideoTask } from './video-task.ts'

/** The vendor's code that `[demo:fail QuotaExceeded]` asks for. A number there is that of a video. */
export function failureWord({ directives }: VideoTask, usual: string): string {
  return directives.get('fail')?.words.find((word) => !/^\d+$/.test(word)) ?? usual
}
