export { invoke, rawPredict } from './edges.ts'
export { notice } from './notices.ts'
