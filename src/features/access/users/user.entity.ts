import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A person who may sign in. The table is not called "user": unquoted, PostgreSQL reads that word as the database's own user. */
@Entity('console_user')
export class UserEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  username!: string;

  /** The username in lower case: two people never differ by letter case alone. */
  @Index({ unique: true })
  @Column({ type: 'text' })
  usernameKey!: string;

  /** argon2id with its parameters and salt, in the usual text form; null until the person has set one by a one-time link. */
  @Column({ type: 'text', nullable: true })
  passwordHash!: string | null;

  /** Who set the password, if not the user: they know it. No foreign key: it is not about that user. */
  @Column({ type: 'uuid', nullable: true })
  passwordGivenBy!: string | null;

  @Index()
  @Column({ type: 'text' })
  role!: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  disabledAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastLoginAt!: Date | null;
}
