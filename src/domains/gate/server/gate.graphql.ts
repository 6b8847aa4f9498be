import { StudentHeadType } from '#domains/students/server/studentHead.exports.ts'
import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import type { GateDirection, ScanDirection } from '../gate.rules.ts'
import {
  gateDay,
  gateDeviceChoice,
  gateDeviceForm,
  gateDirection,
  recordScansInput,
  scanDirection,
  scanResult,
} from '../gate.schema.ts'
import {
  addGateDevice,
  type GateBoard,
  listGateDevices,
  recordScans,
  revokeGateDevice,
  viewGateArea,
  viewGateBoard,
} from './gate.commands.ts'
import { gateActions } from './gate.permissions.ts'
import type { GateDevice } from './gate.sql.ts'
import type { ScanOutcome } from './storeScans.ts'

const GateDirectionType = enumType('GateDirection', gateDirection)
const ScanDirectionType = enumType('ScanDirection', scanDirection)
const ScanResultType = enumType('ScanResult', scanResult)

const deviceCan = viewerCan<{ schoolId: number }, 'revoke'>('GateDevice', { revoke: gateActions.revokeDevice })
const gateCan = viewerCan<{ schoolId: number }, 'listDevices' | 'addDevice'>('Gate', {
  listDevices: gateActions.listDevices,
  addDevice: gateActions.addDevice,
})

const GateScanType = builder.objectRef<GateBoard['scans'][number]>('GateScan').implement({
  description: 'A student who came in or went out.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    sectionName: t.exposeString('sectionName', {
      description: 'Section in the current term; empty for a student without an enrolment in it.',
    }),
    direction: t.field({ type: ScanDirectionType, resolve: (scan) => scan.direction as ScanDirection }),
    at: t.expose('at', { type: 'DateTime' }),
    deviceName: t.exposeString('deviceName', { nullable: true, description: "The reader; null for a scan at a user's page." }),
    byName: t.exposeString('scannedByName'),
  }),
})

const GateBoardType = builder.objectRef<GateBoard>('GateBoard').implement({
  description: 'The latest fifty scans of a day, the numbers of scans in and out, and the number of students inside.',
  fields: (t) => ({
    scans: t.expose('scans', { type: [GateScanType] }),
    in: t.exposeInt('in'),
    out: t.exposeInt('out'),
    inside: t.exposeInt('inside'),
  }),
})

const ScannedType = builder.objectRef<ScanOutcome>('Scanned').implement({
  description: 'The outcome of a scan.',
  fields: (t) => ({
    key: t.exposeString('key'),
    result: t.expose('result', { type: ScanResultType }),
    student: t.field({
      type: StudentHeadType,
      nullable: true,
      description: 'Whose card it is, in the current term.',
      resolve: ({ student }) => student,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'The time that counts; for a scan too early, that of the first scan.' }),
    message: t.exposeString('message'),
  }),
})

const GateDeviceType = builder.objectRef<GateDevice>('GateDevice').implement({
  description: 'A reader with a key of its own.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    direction: t.field({ type: GateDirectionType, resolve: (device) => device.direction as GateDirection }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', nullable: true }),
    viewerCan: t.field({ type: deviceCan.type, resolve: deviceCan.resolve }),
  }),
})

const AddedGateDeviceType = builder.objectRef<Awaited<ReturnType<typeof addGateDevice>>>('AddedGateDevice').implement({
  fields: (t) => ({
    device: t.expose('device', { type: GateDeviceType }),
    key: t.exposeString('key', { description: 'Returned once; it cannot be read again.' }),
  }),
})

builder.queryFields((t) => ({
  gateBoard: commandField(t, viewGateBoard, { type: GateBoardType, input: inputType('GateDay', gateDay) }),
  gateDevices: commandField(t, listGateDevices, { type: [GateDeviceType] }),
  gateViewerCan: t.field({
    type: gateCan.type,
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => gateCan.resolve(await viewGateArea(call, schoolId, {}), {}, call),
  }),
}))

builder.mutationFields((t) => ({
  recordScans: commandField(t, recordScans, { type: [ScannedType], input: inputType('RecordScansInput', recordScansInput) }),
  addGateDevice: commandField(t, addGateDevice, {
    type: AddedGateDeviceType,
    input: inputType('GateDeviceForm', gateDeviceForm),
  }),
  revokeGateDevice: commandField(t, revokeGateDevice, { type: 'ID', input: inputType('GateDeviceChoice', gateDeviceChoice) }),
}))
