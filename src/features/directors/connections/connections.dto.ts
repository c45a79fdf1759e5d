import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import {
  addressPattern,
  consoleNamePattern,
  directorNamePattern,
  longestStagingFolder,
  type RemoteKind,
  remoteKinds,
  stagingFolderOf,
  type TlsMode,
  tlsModes,
} from '../../../domain/director-settings.js';
import {
  type ProbeCode,
  probeCodes,
  type ProbeFinding,
  type ProbeStage,
  probeStages,
} from '../../../domain/director-connector.port.js';
import { type MessageParams } from '../../../domain/error-codes.js';
import { IsCertificates, IsPrivateKey } from '../../../http/text-line.decorator.js';
import { NestedField } from '../../../http/input.pipe.js';
import { ApiMessageParams } from '../../../http/openapi/message-params.decorator.js';
import { PageQuery } from '../../../http/page.dto.js';
import { longestPem } from '../../../platform/security/pem.js';

const whereGiven = ValidateIf((_, value) => value !== undefined);
const whereNotNull = ValidateIf((_, value) => value !== undefined && value !== null);
const databaseUrl = /^postgres(ql)?:\/\/[^\s\p{Cc}]+$/iu;
const absoluteFolder = /^\/[^\0]{0,4095}$/;
const stagingFolderRule = '$property must be an absolute folder without .., and not /.';
const isStagingFolder = (value: unknown): boolean => typeof value === 'string' && stagingFolderOf(value) !== null;

/** TLS settings of connections to the Director. */
export class TlsSettings {
  /** `required`: a Director without TLS is rejected. */
  @ApiProperty({ enum: tlsModes, examples: ['required'] })
  mode!: TlsMode;

  /**
   * PEM of the authority that signed the Director's certificate; null if the password is used as a pre-shared key
   * (PSK).
   */
  ca!: string | null;

  /** PEM of the console's own certificate. */
  certificate!: string | null;

  /** Whether the private key of that certificate is stored. */
  hasKey!: boolean;

  /** Host name that the Director's certificate must have; null for its address. */
  serverName!: string | null;
}

/** TLS settings of connections to the catalog. */
export class ShownCatalogTls {
  /**
   * PEM of the authority that signed the certificate of the catalog server; null for the authorities that Node trusts.
   */
  ca!: string | null;

  /** PEM of the console's own certificate. */
  certificate!: string | null;

  /** Whether the private key of that certificate is stored. */
  hasKey!: boolean;
}

/** Staging folder of a Director, for downloads. */
export class ShownStaging {
  /**
   * Client that restores the files.
   * @example 'console-fd'
   */
  client!: string;

  /**
   * Folder that this client writes and that the console reads and empties.
   * @example '/var/lib/backup-console/staging'
   */
  folder!: string;
}

/** Connection settings of a Director, without password, private key and catalog password. */
export class DirectorConfiguration {
  /**
   * Name of the Director in this console.
   * @example 'main'
   */
  name!: string;

  /** Kind of Director: `embedded`, `bacula` or `bareos`. */
  @ApiProperty({ enum: ['embedded', ...remoteKinds], examples: ['bacula'] })
  kind!: string;

  /** `file`: defined in DIRECTORS_FILE and edited there. `stored`: added in this console. */
  @ApiProperty({ enum: ['file', 'stored'], examples: ['stored'] })
  origin!: 'file' | 'stored';

  /** Whether requests without `director` use this Director. */
  default!: boolean;

  /** Host name or IP address. Null for the embedded Director, as are all members below. */
  address!: string | null;

  /** Port of the Director's console service. */
  @ApiProperty({ type: 'integer', nullable: true, examples: [9101] })
  port!: number | null;

  /** Console resource used to log in; null for the default console. */
  console!: string | null;

  /** TLS settings of connections to the Director. */
  @ApiProperty({ type: () => TlsSettings, nullable: true })
  tls!: TlsSettings | null;

  /** URL of the catalog, without the password. */
  catalogUrl!: string | null;

  /** TLS settings of connections to the catalog. */
  @ApiProperty({ type: () => ShownCatalogTls, nullable: true })
  catalogTls!: ShownCatalogTls | null;

  /** Time zone of the times in the catalog. */
  timezone!: string | null;

  /** Restore job used for restores; null for the only one. */
  restoreJob!: string | null;

  /** Folders below which restores may write without restore:anywhere; null for the Where of the restore job. */
  @ApiProperty({ type: 'string', isArray: true, nullable: true, examples: [['/var/tmp/restores']] })
  restoreRoots!: string[] | null;

  /** Where files are restored to for a download; null if downloads are not offered. */
  @ApiProperty({ type: () => ShownStaging, nullable: true })
  staging!: ShownStaging | null;

  /** When the settings last changed; null for a Director from DIRECTORS_FILE. */
  updatedAt!: Date | null;
}

export class DirectorConfigurationsQuery extends PageQuery {
  /** Return only the Director with exactly this name. */
  @whereGiven
  @IsString()
  @MaxLength(127)
  name?: string;
}

/** TLS settings of connections to the Director. */
export class TlsBody {
  /** `required`: a Director without TLS is rejected. */
  @ApiProperty({ enum: tlsModes, examples: ['required'] })
  @IsIn(tlsModes)
  mode!: TlsMode;

  /** PEM of the authority that signed the Director's certificate. */
  @whereNotNull
  @IsString()
  @MaxLength(longestPem)
  @IsCertificates()
  ca?: string | null;

  /** PEM of the console's own certificate. */
  @whereNotNull
  @IsString()
  @MaxLength(longestPem)
  @IsCertificates()
  certificate?: string | null;

  /** PEM of the private key; write-only. */
  @whereNotNull
  @IsString()
  @MaxLength(longestPem)
  @IsPrivateKey()
  key?: string | null;

  /** Host name that the Director's certificate must have. */
  @whereNotNull
  @Matches(addressPattern)
  serverName?: string | null;
}

/**
 * TLS settings of connections to the catalog. With certificates and no `sslmode` in the URL, verified TLS is required.
 */
export class CatalogTlsBody {
  /** PEM of the authority that signed the certificate of the catalog server. */
  @whereNotNull
  @IsString()
  @MaxLength(longestPem)
  @IsCertificates()
  ca?: string | null;

  /** PEM of the console's own certificate. Must be sent together with its key. */
  @whereNotNull
  @IsString()
  @MaxLength(longestPem)
  @IsCertificates()
  certificate?: string | null;

  /** PEM of the private key; write-only. An omitted key is kept as long as the certificate is unchanged. */
  @whereNotNull
  @IsString()
  @MaxLength(longestPem)
  @IsPrivateKey()
  key?: string | null;
}

/** Where to restore files to for a download. Setting it requires restore:anywhere, as restoreRoots does. */
export class StagingBody {
  /**
   * Client that restores the files: one on the console's machine, or with the same folder mounted.
   * @example 'console-fd'
   */
  @Matches(directorNamePattern)
  client!: string;

  /**
   * Absolute folder, the same for client and console, that other users cannot access.
   * @example '/var/lib/backup-console/staging'
   */
  @Matches(absoluteFolder)
  @MaxLength(longestStagingFolder)
  @ValidateBy({ name: 'path', validator: { validate: isStagingFolder, defaultMessage: () => stagingFolderRule } })
  folder!: string;
}

/** Settings for adding and changing a Director. Omitted members keep their value. */
class DirectorSettingsBody {
  /** Port of the Director's console service. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 65_535, required: false, examples: [9101] })
  @whereGiven
  @IsInt()
  @Min(1)
  @Max(65_535)
  port?: number;

  /** Console resource used to log in; null for the default console. */
  @ApiProperty({ type: 'string', nullable: true, required: false, examples: ['web'] })
  @whereNotNull
  @Matches(consoleNamePattern)
  console?: string | null;

  /** TLS settings of connections to the Director. */
  @ApiProperty({ type: () => TlsBody, required: false })
  @whereGiven
  @NestedField(() => TlsBody)
  tls?: TlsBody;

  /** Certificates for connections to the catalog; null for none. */
  @ApiProperty({ type: () => CatalogTlsBody, nullable: true, required: false })
  @whereNotNull
  @NestedField(() => CatalogTlsBody)
  catalogTls?: CatalogTlsBody | null;

  /**
   * Time zone of the times in the catalog. Default: the time zone of the console's machine.
   * @example 'Europe/Berlin'
   */
  @whereGiven
  @Matches(/^[A-Za-z0-9_+/-]{1,64}$/)
  timezone?: string;

  /** Restore job used for restores; null for the only one. */
  @ApiProperty({ type: 'string', nullable: true, required: false, examples: ['RestoreFiles'] })
  @whereNotNull
  @Matches(directorNamePattern)
  restoreJob?: string | null;

  /** Folders below which restores may write without restore:anywhere; null for the Where of the restore job. */
  @ApiProperty({ type: 'string', isArray: true, nullable: true, required: false, examples: [['/var/tmp/restores']] })
  @whereNotNull
  @IsArray()
  @ArrayMaxSize(100)
  @Matches(absoluteFolder, { each: true })
  restoreRoots?: string[] | null;

  /** Where files are restored to for a download; null if downloads are not offered. */
  @ApiProperty({ type: () => StagingBody, nullable: true, required: false })
  @whereNotNull
  @NestedField(() => StagingBody)
  staging?: StagingBody | null;

  /** Whether requests without `director` use this Director. */
  @whereGiven
  @IsBoolean()
  default?: boolean;
}

/** Changes to a Director. */
export class ChangeDirectorBody extends DirectorSettingsBody {
  /**
   * Host name or IP address. Changing it or the port requires the password again.
   * @example '192.0.2.10'
   */
  @whereGiven
  @Matches(addressPattern)
  address?: string;

  /** Password of the console resource; write-only. */
  @whereGiven
  @IsString()
  @Length(1, 1024)
  password?: string;

  /**
   * URL of its PostgreSQL catalog with a role that may SELECT; its password is write-only. It may name no files (sslrootcert): their
   * texts go into catalogTls.
   * @example 'postgresql://console:secret@192.0.2.10/bacula?sslmode=verify-full'
   */
  @whereGiven
  @Matches(databaseUrl)
  @MaxLength(4096)
  catalogUrl?: string;
}

/** New Director. */
export class CreateDirectorBody extends DirectorSettingsBody {
  /**
   * Name of the Director in this console.
   * @example 'main'
   */
  @Matches(directorNamePattern)
  name!: string;

  /** Kind of Director: `bacula` or `bareos`. */
  @ApiProperty({ enum: remoteKinds, examples: ['bacula'] })
  @IsIn(remoteKinds)
  kind!: RemoteKind;

  /**
   * Host name or IP address.
   * @example '192.0.2.10'
   */
  @Matches(addressPattern)
  address!: string;

  /** Password of the console resource; write-only. */
  @IsString()
  @Length(1, 1024)
  password!: string;

  /**
   * URL of its PostgreSQL catalog with a role that may SELECT; its password is write-only. It may name no files (sslrootcert): their
   * texts go into catalogTls.
   * @example 'postgresql://console:secret@192.0.2.10/bacula?sslmode=verify-full'
   */
  @Matches(databaseUrl)
  @MaxLength(4096)
  catalogUrl!: string;
}

/** Result of one stage of a test. */
export class DirectorTestStage implements ProbeFinding {
  /** The tested part. */
  @ApiProperty({ enum: probeStages, examples: ['password'] })
  stage!: ProbeStage;

  /** `skipped`: an earlier stage failed. */
  @ApiProperty({ enum: ['ok', 'warn', 'failed', 'skipped'], examples: ['failed'] })
  status!: ProbeFinding['status'];

  /** Stable code of the result; null if there is only `detail`. */
  @ApiProperty({ enum: probeCodes, enumName: 'DirectorTestCode', nullable: true, examples: ['refused'] })
  code!: ProbeCode | null;

  /**
   * Values used in `detail`: catalog, role, tables, commands, timezone and others. `words` is the message of the
   * Director or catalog.
   */
  @ApiMessageParams({ words: 'The Director rejected the password of console "web".' })
  params!: MessageParams;

  /**
   * Result, with the next step if it is not OK.
   * @example 'The Director rejected the password of console "web". Compare it with the Password of its Console resource.'
   */
  detail!: string;
}

/** Result of a test of a Director's settings. */
export class DirectorTest {
  /** True if no stage failed. */
  ok!: boolean;

  /** Stages in the order in which they were tested; `staging` only if a staging folder is set. */
  stages!: DirectorTestStage[];
}
