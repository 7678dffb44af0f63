export { format } from './extension.ts'
export { notice } from './notices.ts'
