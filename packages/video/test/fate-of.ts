import { isInterlinguaError, type JsonObject } from '@interlingua/core'
import {
  arkVideo,
  azureVideoJobs,
  gatewayVideo,
  geminiVeo,
  openaiVideos,
  videoTiers,
  vertexVeo,
  type TierId,
  type VideoUpstream,
} from '../src/index.ts'
import { send } from './send.ts'
import { base, type RequestField } from './request-fields.ts'

export interface Target {
  readonly name: string
  readonly upstream: VideoUpstream
  readonly tier: TierId
  readonly dialect?: JsonObject
}

/** Each dialect with a model of each family that it serves, and with the settings that change the fate of fields. */
export const targets: readonly Target[] = [
  { name: 'openai-videos', upstream: openaiVideos, tier: 'fixed' },
  { name: 'openai-videos by forms', upstream: openaiVideos, tier: 'fixed', dialect: { reference: 'multipart', remix: 'remix' } },
  { name: 'azure-video-jobs', upstream: azureVideoJobs, tier: 'fixed' },
  { name: 'gateway-video', upstream: gatewayVideo, tier: 'fixed' },
  { name: 'gemini-veo', upstream: geminiVeo, tier: '3.1' },
  { name: 'gemini-veo that takes seeds', upstream: geminiVeo, tier: '3.1', dialect: { takes: ['seed'], maxVideos: 4 } },
  { name: 'vertex-veo', upstream: vertexVeo, tier: '3.1' },
  { name: 'vertex-veo of the fast tier', upstream: vertexVeo, tier: '3.1-fast' },
  { name: 'gateway-video', upstream: gatewayVideo, tier: '3.1' },
  { name: 'ark-video', upstream: arkVideo, tier: '2.0' },
  { name: 'ark-video of 1.5', upstream: arkVideo, tier: '1.5-pro' },
  { name: 'ark-video of 1.0', upstream: arkVideo, tier: '1.0-pro' },
  { name: 'gateway-video', upstream: gatewayVideo, tier: '2.0' },
]

/**
 * The fate of a single field: `carried` where it changes the calls, `approximated` where it also causes a notice, `dropped` where it causes
 * only a notice, `refused` where it causes an error at the field. `silent` means none of these.
 */
export function fateOf({ upstream, tier, dialect }: Target, { at, body, beside }: RequestField): string {
  const without = { ...base[videoTiers[tier].family], ...beside }
  let plain: string
  try {
    plain = JSON.stringify(send(upstream, tier, without, dialect).calls)
  } catch {
    return 'refused beside' // the fields that must stand beside it are refused here
  }
  try {
    const { calls, notices } = send(upstream, tier, { ...without, ...body }, dialect)
    const told = notices.filter(({ path }) => path === at || path.startsWith(`${at}/`))
    const changed = JSON.stringify(calls) !== plain
    if (told.length === 0) return changed ? 'carried' : 'silent'
    return changed || told.some(({ kind }) => kind === 'approximated') ? 'approximated' : 'dropped'
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    return error.path === at || error.path.startsWith(`${at}/`) ? 'refused' : `refused at ${error.path}`
  }
}
