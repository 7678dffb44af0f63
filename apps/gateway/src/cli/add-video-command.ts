import { InvalidArgumentError, Option } from 'commander'
import type { CliCommand } from './cli-command.ts'
import type { VideoOptions } from './video/video-options.ts'

/** `interlingua video`. */
export const addVideoCommand: CliCommand = (parent, terminal) => {
  parent
    .command('video')
    .description('make a video by a running gateway, and save it as a file')
    .argument('[prompt]', 'what it shows')
    .option('--model <id>', 'the model that makes it')
    .option('--out <file>', 'where it is saved; else <task>.mp4')
    .option('--duration <seconds>', 'how long it is', whole)
    .option('--resolution <size>', '480p, 720p, 1080p, …')
    .option('--ratio <ratio>', '16:9, 9:16, 1:1, …')
    .addOption(new Option('--family <id>', 'how the model is asked; else what its id says').choices(['vf-1', 'vf-2', 'vf-3']))
    .option('--task <id>', 'goes on with a task that was begun earlier')
    .addOption(new Option('--url <address>', 'the gateway').env('INTERLINGUA_URL').default('http://127.0.0.1:8787'))
    .addOption(new Option('--key <key>', 'its key').env('INTERLINGUA_API_KEY'))
    .action(async (prompt: string | undefined, options: VideoOptions, command) => {
      if (options.task === undefined && (prompt === undefined || prompt.trim() === ''))
        command.error('error: a prompt is missing, or --task')
      if (options.task === undefined && options.model === undefined) command.error('error: --model is missing')
      const { runVideo } = await import('./video/run-video.ts')
      process.exitCode = await runVideo(prompt ?? '', options, terminal)
    })
}

function whole(text: string): number {
  if (!/^-?\d{1,6}$/.test(text)) throw new InvalidArgumentError('a whole number of seconds is expected')
  return Number(text)
}
