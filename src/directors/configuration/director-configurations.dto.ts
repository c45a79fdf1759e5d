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
} from '../../domain/director-settings.js';
import {
  type ProbeCode,
  probeCodes,
  type ProbeFinding,
  type ProbeStage,
  probeStages,
} from '../../domain/director-connector.port.js';
import { type SaidValues } from '../../domain/said.js';
import { IsCertificates, IsPrivateKey } from '../../platform/http/pem.decorators.js';
import { NestedField } from '../../platform/http/unknown-fields.js';
import { ApiSaidValues } from '../../platform/http/openapi/said-values.decorator.js';
import { PageQuery } from '../../platform/http/page.dto.js';
import { longestPem } from '../../platform/security/pem.js';

const whereGiven = ValidateIf((_, value) => value !== undefined);
const whereNotNull = ValidateIf((_, value) => value !== undefined && value !== null);
const databaseUrl = /^postgres(ql)?:\/\/[^\s\p{Cc}]+$/iu;
const absoluteFolder = /^\/[^\0]{0,4095}$/;
const stagingFolderRule = '$property must be an absolute folder without .., and not /.';
const isStagingFolder = (value: unknown): boolean => typeof value === 'string' && stagingFolderOf(value) !== null;

/** How connections to the Director are encrypted. */
export class ShownTls {
  /** required: a Director that does not encrypt is refused. */
  @ApiProperty({ enum: tlsModes, examples: ['required'] })
  mode!: TlsMode;

  /** PEM of the authority that signed the Director's certificate; null: no certificates, the password is the key (PSK). */
  ca!: string | null;

  /** PEM of the console's own certificate. */
  certificate!: string | null;

  /** Whether the private key of that certificate is stored. */
  hasKey!: boolean;

  /** The name that the Director's certificate must have; null: its address. */
  serverName!: string | null;
}

/** What connections to the catalog use for TLS. */
export class ShownCatalogTls {
  /** PEM of the authority that signed the certificate of the catalog's server; null: those that Node trusts. */
  ca!: string | null;

  /** PEM of the console's own certificate. */
  certificate!: string | null;

  /** Whether the private key of that certificate is stored. */
  hasKey!: boolean;
}

/** Where files of this Director are restored to for a download. */
export class ShownStaging {
  /**
   * The client that restores them.
   * @example 'console-fd'
   */
  client!: string;

  /**
   * The folder that this client writes and the console reads and empties.
   * @example '/var/lib/backup-console/staging'
   */
  folder!: string;
}

/** How a Director is reached. Password, private key and the catalog's password are never shown. */
export class DirectorConfiguration {
  /**
   * Its name in this console.
   * @example 'main'
   */
  name!: string;

  /** embedded, bacula or bareos. */
  @ApiProperty({ enum: ['embedded', ...remoteKinds], examples: ['bacula'] })
  kind!: string;

  /** file: stands in DIRECTORS_FILE and is changed there; stored: was added here. */
  @ApiProperty({ enum: ['file', 'stored'], examples: ['stored'] })
  origin!: 'file' | 'stored';

  /** Whether calls without `director` mean this one. */
  default!: boolean;

  /** Host name or IP address; null for the embedded one, as are all members below. */
  address!: string | null;

  /** Port of its console. */
  @ApiProperty({ type: 'integer', nullable: true, examples: [9101] })
  port!: number | null;

  /** Console resource to log in as; null: the default console. */
  console!: string | null;

  /** How connections are encrypted. */
  @ApiProperty({ type: () => ShownTls, nullable: true })
  tls!: ShownTls | null;

  /** Its catalog, without the password. */
  catalogUrl!: string | null;

  /** What connections to its catalog use for TLS. */
  @ApiProperty({ type: () => ShownCatalogTls, nullable: true })
  catalogTls!: ShownCatalogTls | null;

  /** The time zone that its catalog's times are in. */
  timezone!: string | null;

  /** The restore job that restores run as; null: its only one. */
  restoreJob!: string | null;

  /** Folders below which a restore may write without restore:anywhere; null: the restore job's own Where. */
  @ApiProperty({ type: 'string', isArray: true, nullable: true, examples: [['/var/tmp/restores']] })
  restoreRoots!: string[] | null;

  /** Where files are restored to for a download; null: downloads are not offered. */
  @ApiProperty({ type: () => ShownStaging, nullable: true })
  staging!: ShownStaging | null;

  /** When it last changed; null for one of the file. */
  updatedAt!: Date | null;
}

export class DirectorConfigurationsQuery extends PageQuery {
  /** Only the Director of exactly this name. */
  @whereGiven
  @IsString()
  @MaxLength(127)
  name?: string;
}

/** How to encrypt. */
export class TlsBody {
  /** required: a Director that does not encrypt is refused. */
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

  /** PEM of its private key; write-only. */
  @whereNotNull
  @IsString()
  @MaxLength(longestPem)
  @IsPrivateKey()
  key?: string | null;

  /** The name that the Director's certificate must have. */
  @whereNotNull
  @Matches(addressPattern)
  serverName?: string | null;
}

/** What connections to the catalog use for TLS. Without `sslmode` in the URL, certificates demand verified TLS. */
export class CatalogTlsBody {
  /** PEM of the authority that signed the certificate of the catalog's server. */
  @whereNotNull
  @IsString()
  @MaxLength(longestPem)
  @IsCertificates()
  ca?: string | null;

  /** PEM of the console's own certificate; given together with its key. */
  @whereNotNull
  @IsString()
  @MaxLength(longestPem)
  @IsCertificates()
  certificate?: string | null;

  /** PEM of its private key; write-only. What is left out stays as long as the certificate does. */
  @whereNotNull
  @IsString()
  @MaxLength(longestPem)
  @IsPrivateKey()
  key?: string | null;
}

/** Where to restore files to for a download. Setting it needs restore:anywhere, as restoreRoots does. */
export class StagingBody {
  /**
   * The client that restores them: one on the console's machine, or with the same folder mounted.
   * @example 'console-fd'
   */
  @Matches(directorNamePattern)
  client!: string;

  /**
   * An absolute folder, the same for client and console, that others have no access to.
   * @example '/var/lib/backup-console/staging'
   */
  @Matches(absoluteFolder)
  @MaxLength(longestStagingFolder)
  @ValidateBy({ name: 'path', validator: { validate: isStagingFolder, defaultMessage: () => stagingFolderRule } })
  folder!: string;
}

/** What both adding and changing take; a member that is left out stays as it is. */
class DirectorSettingsBody {
  /** Port of its console. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 65_535, required: false, examples: [9101] })
  @whereGiven
  @IsInt()
  @Min(1)
  @Max(65_535)
  port?: number;

  /** Console resource to log in as; null: the default console. */
  @ApiProperty({ type: 'string', nullable: true, required: false, examples: ['web'] })
  @whereNotNull
  @Matches(consoleNamePattern)
  console?: string | null;

  /** How to encrypt. */
  @ApiProperty({ type: () => TlsBody, required: false })
  @whereGiven
  @NestedField(() => TlsBody)
  tls?: TlsBody;

  /** Certificates for connections to the catalog; null: none. */
  @ApiProperty({ type: () => CatalogTlsBody, nullable: true, required: false })
  @whereNotNull
  @NestedField(() => CatalogTlsBody)
  catalogTls?: CatalogTlsBody | null;

  /**
   * The time zone that its catalog's times are in; by default that of this console's machine.
   * @example 'Europe/Berlin'
   */
  @whereGiven
  @Matches(/^[A-Za-z0-9_+/-]{1,64}$/)
  timezone?: string;

  /** The restore job that restores run as; null: its only one. */
  @ApiProperty({ type: 'string', nullable: true, required: false, examples: ['RestoreFiles'] })
  @whereNotNull
  @Matches(directorNamePattern)
  restoreJob?: string | null;

  /** Folders below which a restore may write without restore:anywhere; null: the restore job's own Where. */
  @ApiProperty({ type: 'string', isArray: true, nullable: true, required: false, examples: [['/var/tmp/restores']] })
  @whereNotNull
  @IsArray()
  @ArrayMaxSize(100)
  @Matches(absoluteFolder, { each: true })
  restoreRoots?: string[] | null;

  /** Where files are restored to for a download; null: downloads are not offered. */
  @ApiProperty({ type: () => StagingBody, nullable: true, required: false })
  @whereNotNull
  @NestedField(() => StagingBody)
  staging?: StagingBody | null;

  /** Whether calls without `director` are to mean this one. */
  @whereGiven
  @IsBoolean()
  default?: boolean;
}

/** What is to change of a Director. */
export class ChangeDirectorBody extends DirectorSettingsBody {
  /**
   * Host name or IP address. Whoever changes it or the port gives the password again.
   * @example '192.0.2.10'
   */
  @whereGiven
  @Matches(addressPattern)
  address?: string;

  /** The console's password; write-only. */
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

/** A Director as it is to be reached. */
export class CreateDirectorBody extends DirectorSettingsBody {
  /**
   * Its name in this console.
   * @example 'main'
   */
  @Matches(directorNamePattern)
  name!: string;

  /** bacula or bareos. */
  @ApiProperty({ enum: remoteKinds, examples: ['bacula'] })
  @IsIn(remoteKinds)
  kind!: RemoteKind;

  /**
   * Host name or IP address.
   * @example '192.0.2.10'
   */
  @Matches(addressPattern)
  address!: string;

  /** The console's password; write-only. */
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

/** What one stage of a test showed. */
export class DirectorTestStage implements ProbeFinding {
  /** What was looked at. */
  @ApiProperty({ enum: probeStages, examples: ['password'] })
  stage!: ProbeStage;

  /** skipped: an earlier stage failed. */
  @ApiProperty({ enum: ['ok', 'warn', 'failed', 'skipped'], examples: ['failed'] })
  status!: ProbeFinding['status'];

  /** Stable word for what was found; null where `detail` alone tells it. */
  @ApiProperty({ enum: probeCodes, enumName: 'DirectorTestCode', nullable: true, examples: ['refused'] })
  code!: ProbeCode | null;

  /** The values that stand in `detail`: catalog, role, tables, commands, timezone…; `words` is what the other side said. */
  @ApiSaidValues({ words: 'The Director refuses the password of the console "web".' })
  params!: SaidValues;

  /**
   * What was found, and what to do where it is wrong.
   * @example 'The Director refuses the password of the console "web". Compare it with the Password of its Console resource.'
   */
  detail!: string;
}

/** What a test of a Director's settings showed. */
export class DirectorTest {
  /** Whether no stage failed. */
  ok!: boolean;

  /** Every stage, in the order in which it was looked at; `staging` only where it is set. */
  stages!: DirectorTestStage[];
}
