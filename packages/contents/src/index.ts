export { format } from './extension.ts'
