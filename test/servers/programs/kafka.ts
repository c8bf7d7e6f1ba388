import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answersTcp } from '../answers.js';
import { runProgram } from '../run-program.js';
import { ServiceFault } from '../service-fault.js';
import type { Place, Program, Service } from '../service.js';

const VERSION = '4.3.1';
/** SHA-256 over the names and SHA-256 sums of all jars, so that no jar of a dependency changes unseen. */
const JARS = '9b241538730d32e890117f2362eee3ff6ed60f753d73e6a46652b547a64df32f';
const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>muniment</groupId>
  <artifactId>kafka-jars</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka_2.13</artifactId>
      <version>${VERSION}</version>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-simple</artifactId>
      <version>1.7.36</version>
    </dependency>
  </dependencies>
</project>
`;

const digestOf = async (folder: string): Promise<string> => {
  const whole = createHash('sha256');
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.jar')).sort()) {
    const jar = createHash('sha256').update(await readFile(join(folder, name)));
    whole.update(`${jar.digest('hex')}  ${name}\n`);
  }
  return whole.digest('hex');
};

const install = async (folder: string, log: string): Promise<void> => {
  await runProgram({ command: 'java', words: ['-version'], log });
  const source = join(folder, 'pom.xml');
  await writeFile(source, pom);
  await runProgram({
    command: 'mvn',
    words: ['-B', '-ntp', '-q', '-C', '-f', source, `${PLUGIN}:copy-dependencies`].concat([
      '-DincludeScope=runtime',
      `-DoutputDirectory=${folder}`,
    ]),
    log,
    attempts: 3,
  });
  const digest = await digestOf(folder);
  if (digest !== JARS) throw new ServiceFault(`the jars are not the ones that are pinned: their digest is ${digest}`);
};

const kafkaProgram: Program = {
  name: 'Apache Kafka',
  version: VERSION,
  folder: `kafka/libs-${VERSION}`,
  isCompiled: false,
  install,
};

const settingsFile = ({ folder }: Place): string => join(folder, 'server.properties');
const dataFolder = ({ folder }: Place): string => join(folder, 'data');

/** One broker that is its own controller, with small internal topics. */
const properties = (place: Place): string => {
  const [port, controller = 0] = place.ports;
  return `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controller}
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
inter.broker.listener.name=PLAINTEXT
controller.listener.names=CONTROLLER
log.dirs=${dataFolder(place)}
num.partitions=1
# The platform creates its topics explicitly; a misspelt one shall be an error.
auto.create.topics.enable=false
default.replication.factor=1
min.insync.replicas=1
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.num.partitions=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
# After a kill, a restart waits until the dead registration expires: 9 s by default.
broker.session.timeout.ms=3000
broker.heartbeat.interval.ms=500
log.cleaner.dedupe.buffer.size=16777216
`;
};

const java = ({ program }: Place, main: string, words: readonly string[]): readonly string[] => [
  ...['-Xms256m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData'],
  ...['-Djava.awt.headless=true', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'],
  '-Dorg.slf4j.simpleLogger.showDateTime=true',
  "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSS",
  '-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info',
  ...['-cp', join(program, '*'), main, ...words],
];

/** The tool that formats takes an id that begins with a dash for an option. */
const clusterId = (): string => `A${randomBytes(16).toString('base64url').slice(1)}`;

const prepare = async (place: Place): Promise<void> => {
  const settings = settingsFile(place);
  await mkdir(dataFolder(place), { recursive: true });
  await writeFile(settings, properties(place));
  if (existsSync(join(dataFolder(place), 'meta.properties'))) return;
  const words = java(place, 'kafka.tools.StorageTool', ['format', '-t', clusterId(), '-c', settings]);
  await runProgram({ command: 'java', words, log: join(place.folder, 'format.log') });
};

/** Apache Kafka: one broker, without authentication. */
export const kafka: Service = {
  name: 'kafka',
  program: kafkaProgram,
  ports: 2,
  prepare,
  launch: (place) => ({ command: 'java', words: java(place, 'kafka.Kafka', [settingsFile(place)]) }),
  isReady: async ({ log, ports: [port] }) =>
    (await readFile(log, 'utf8')).includes('Kafka Server started') && (await answersTcp(port)),
  address: ({ ports: [port] }) => `127.0.0.1:${port}`,
  variable: 'MUNIMENT_TEST_KAFKA',
  value: ({ ports: [port] }) => `127.0.0.1:${port}`,
};
