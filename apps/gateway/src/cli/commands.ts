import type { CliCommand } from './cli-command.ts'
import { addExplainCommand } from './add-explain-command.ts'
import { addCheckCommand } from './add-check-command.ts'
import { addKeyCommand } from './key/add-key-command.ts'
import { addUsageCommand } from './add-usage-command.ts'
import { addStartCommand } from './add-start-command.ts'
import { addVideoCommand } from './add-video-command.ts'

/** What `interlingua` can do, in the order of its help. */
export const commands: readonly CliCommand[] = [
  addStartCommand,
  addKeyCommand,
  addUsageCommand,
  addCheckCommand,
  addExplainCommand,
  addVideoCommand,
]
