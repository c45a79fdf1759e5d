import { changerFolder, type LabClientName, type LabConsole, type LabPlan, workFolder } from './lab-plan.js';
import { tlsOfConsole } from './tls-directives.js';

const changerDevices = ['FileChanger-1', 'FileChanger-2', 'FileChanger-3'];

export function storageConf(plan: LabPlan): string {
  const folder = workFolder(plan, 'storage');
  const devices = changerDevices.map((name) => device(plan, name, 'File1', '  Autochanger = yes\n'));
  return `Storage {
  Name = ${plan.storageName}
  SD Addresses = { ip = { addr = 127.0.0.1; port = ${plan.ports.storage} } }
  Working Directory = "${folder}"
  Pid Directory = "${folder}"
  Maximum Concurrent Jobs = 20
}
${directorOf(plan, plan.storagePassword)}
Autochanger {
  Name = FileChanger
  Device = ${changerDevices.join(', ')}
  Changer Command = ""
  Changer Device = /dev/null
}
${devices.join('')}${device(plan, 'FileDevice', 'File2', '')}${virtualChanger(plan)}${messagesTo(plan, 'all')}`;
}

/** An autochanger with barcodes and two drives, whose media are files. */
function virtualChanger(plan: LabPlan): string {
  if (plan.changerScript === null) return '';
  const folder = changerFolder(plan);
  const drives = [0, 1].map((drive) => {
    const more = `  Drive Index = ${drive}\n  Device Type = File\n  Autochanger = yes\n`;
    return device(plan, `Tape-${drive}`, 'Tapes', more, `${folder}/drive${drive}`);
  });
  return `Autochanger {
  Name = TapeChanger
  Device = Tape-0, Tape-1
  Changer Command = "/bin/sh ${plan.changerScript} %c %o %S %a %d"
  Changer Device = "${folder}/conf"
}
${drives.join('')}`;
}

export function clientConf(plan: LabPlan, name: LabClientName): string {
  const folder = workFolder(plan, name);
  return `FileDaemon {
  Name = ${name}
  FD Addresses = { ip = { addr = 127.0.0.1; port = ${plan.ports[name]} } }
  Working Directory = "${folder}"
  Pid Directory = "${folder}"
  Maximum Concurrent Jobs = 20
}
${directorOf(plan, plan.clientPassword)}${messagesTo(plan, 'all, !skipped, !restored')}`;
}

export function bconsoleConf(plan: LabPlan, { name, password }: LabConsole): string {
  const tls = tlsOfConsole(plan);
  const named = name === null ? '' : `Console {\n  Name = "${name}"\n  Password = "${password}"\n${tls}}\n`;
  return `${named}Director {
  Name = "${plan.directorName}"
  Address = 127.0.0.1
  DIR Port = ${plan.ports.director}
  Password = "${password}"
${tls}}
`;
}

function directorOf(plan: LabPlan, password: string): string {
  return `Director {\n  Name = "${plan.directorName}"\n  Password = "${password}"\n}\n`;
}

function messagesTo(plan: LabPlan, kinds: string): string {
  return `Messages {\n  Name = Standard\n  Director = "${plan.directorName}" = ${kinds}\n}\n`;
}

function device(
  { folders }: LabPlan,
  name: string,
  mediaType: string,
  more: string,
  place: string = folders.volumes,
): string {
  return `Device {
  Name = ${name}
  Media Type = ${mediaType}
  Archive Device = "${place}"
  Label Media = yes
  Random Access = yes
  Automatic Mount = yes
  Removable Media = no
  Always Open = no
  Maximum Concurrent Jobs = 5
${more}}
`;
}
