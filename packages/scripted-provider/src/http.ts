export { startScriptedProvider } from './http/start-scripted-provider.ts'
export type { ScriptedProvider, ScriptedProviderOptions } from './http/start-scripted-provider.ts'
export type { SeenRequest } from './http/seen-request.ts'
export type { GivenAnswer } from './http/given-answer.ts'
