export { startScriptedProvider } from './http/start-scripted-provider.ts'
export type { ScriptedProvider, ScriptedProviderOptions, SeenRequest } from './http/start-scripted-provider.ts'
