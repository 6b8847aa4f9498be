export { request } from './request.ts'
