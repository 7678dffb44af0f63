import { claudeCodeRouter } from './claude-code-router.ts'
import { interlingua } from './interlingua.ts'
import { litellm } from './litellm.ts'
import { portkey } from './portkey.ts'
import type { Gateway } from './profile.ts'
import { reference } from './reference.ts'
import { untried } from './untried.ts'

/** Gateways that the suite knows. */
export const gateways: readonly Gateway[] = [interlingua, reference, portkey, claudeCodeRouter, litellm, ...untried]
