import { type Service } from '../find-slices'

/** Deployment, Service, disruption budget and autoscaling of a service. */
export function serviceManifests(service: Service): string {
  const { folder, settings } = service
  return [
    deployment(service, {
      name: folder,
      component: 'service',
      cpu: '250m',
      ports: [
        `            - { name: http, containerPort: ${settings.port} }`,
        '            - { name: metrics, containerPort: 9464 }',
      ],
      readiness: [
        '          readinessProbe:',
        '            httpGet: { path: /readyz, port: http }',
        '            periodSeconds: 5',
      ],
    }),
    `\
apiVersion: v1
kind: Service
metadata:
  name: ${folder}
spec:
  selector: { app.kubernetes.io/name: ${folder} }
  ports:
    - { name: http, port: ${settings.port}, targetPort: http }
`,
    `\
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${folder}
spec:
  minAvailable: 1
  selector:
    matchLabels: { app.kubernetes.io/name: ${folder} }
`,
    `\
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: ${folder}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${folder} }
  minReplicas: 2
  maxReplicas: ${settings.maxReplicas}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: 60 }
`,
  ].join('---\n')
}

/** Deployment and autoscaling of a service's worker. */
export function workerManifests(service: Service): string {
  const name = `${service.folder}-worker`
  const triggers = service.settings.queues.flatMap((queue) => [
    '    - type: redis',
    '      metadata:',
    '        addressFromEnv: REDIS_ADDRESS',
    `        listName: offquad:${queue}:wait`,
    "        listLength: '100'",
  ])
  return [
    deployment(service, {
      name,
      component: 'worker',
      cpu: '100m',
      command: `['node', 'dist/worker.js']`,
      ports: ['            - { name: metrics, containerPort: 9464 }'],
      readiness: [],
    }),
    `\
# Needs KEDA. Queues are lists of Redis: one worker more for every hundred jobs that wait.
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: ${name}
spec:
  scaleTargetRef: { name: ${name} }
  minReplicaCount: 1
  maxReplicaCount: 6
  triggers:${triggers.length === 0 ? ' []' : ''}
${triggers.map((line) => `${line}\n`).join('')}`,
  ].join('---\n')
}

interface Workload {
  name: string
  component: 'service' | 'worker'
  cpu: string
  /** As YAML; absent: the image's own. */
  command?: string
  /** Lines of YAML, indented. */
  ports: string[]
  /** Lines of YAML, indented. */
  readiness: string[]
}

function deployment(service: Service, { name, component, cpu, command, ports, readiness }: Workload): string {
  const { folder, settings } = service
  return [
    'apiVersion: apps/v1',
    'kind: Deployment',
    'metadata:',
    `  name: ${name}`,
    `  labels: { app.kubernetes.io/name: ${name}, app.kubernetes.io/component: ${component} }`,
    'spec:',
    '  # One more first, then one less: nobody waits for a restart.',
    '  strategy:',
    '    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }',
    '  selector:',
    `    matchLabels: { app.kubernetes.io/name: ${name} }`,
    '  template:',
    '    metadata:',
    `      labels: { app.kubernetes.io/name: ${name}, app.kubernetes.io/component: ${component} }`,
    "      annotations: { prometheus.io/scrape: 'true', prometheus.io/port: '9464' }",
    '    spec:',
    '      automountServiceAccountToken: false',
    '      terminationGracePeriodSeconds: 30',
    '      securityContext:',
    '        runAsNonRoot: true',
    '        runAsUser: 1000',
    '        fsGroup: 1000',
    '        seccompProfile: { type: RuntimeDefault }',
    '      topologySpreadConstraints:',
    '        - maxSkew: 1',
    '          topologyKey: kubernetes.io/hostname',
    '          whenUnsatisfiable: ScheduleAnyway',
    '          labelSelector:',
    `            matchLabels: { app.kubernetes.io/name: ${name} }`,
    '      containers:',
    `        - name: ${name}`,
    `          image: offquad/${folder}`,
    ...(command ? [`          command: ${command}`] : []),
    '          envFrom:',
    '            - configMapRef: { name: offquad-settings }',
    '            - secretRef: { name: offquad-stores }',
    // Many of these settings have defaults: the process reports those that are missing.
    ...settings.settings.map(
      (group) => `            - secretRef: { name: offquad-${group}, optional: true }`,
    ),
    '          env:',
    `            - { name: PORT, value: '${settings.port}' }`,
    '          ports:',
    ...ports,
    '          startupProbe:',
    '            httpGet: { path: /healthz, port: metrics }',
    '            periodSeconds: 2',
    '            failureThreshold: 60',
    '          livenessProbe:',
    '            httpGet: { path: /healthz, port: metrics }',
    '            periodSeconds: 10',
    '            failureThreshold: 3',
    ...readiness,
    '          # A load balancer needs a moment to learn that this instance leaves.',
    '          lifecycle:',
    '            preStop:',
    '              sleep: { seconds: 5 }',
    '          resources:',
    `            requests: { cpu: ${cpu}, memory: 192Mi }`,
    '            limits: { memory: 512Mi }',
    '          securityContext:',
    '            allowPrivilegeEscalation: false',
    '            readOnlyRootFilesystem: true',
    '            capabilities: { drop: [ALL] }',
    ...(settings.signsTokens
      ? [
          '          volumeMounts:',
          '            - { name: keys, mountPath: /keys, readOnly: true }',
          '      volumes:',
          '        - name: keys',
          '          secret: { secretName: offquad-keys }',
        ]
      : []),
    '',
  ].join('\n')
}
