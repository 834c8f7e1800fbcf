package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// taashGateway is the URL of Envoy in front of a running Taash.
var taashGateway gateway

// The gateway at TAASH_GATEWAY; or Envoy, as `run setup` installs it and deploy/envoy configures it, in front of the server at
// TAASH_ADDRESS or of one that is started here: the binary that TAASH_BIN names, or the release build.
func TestMain(m *testing.M) {
	runtime.LockOSThread() // see start
	if url := os.Getenv("TAASH_GATEWAY"); url != "" {
		taashGateway = gateway{url}
		os.Exit(m.Run())
	}
	root, err := filepath.Abs("../../..")
	check(err)
	address, stopTaash := os.Getenv("TAASH_ADDRESS"), func() {}
	if address == "" {
		address, stopTaash = startTaash(root)
	}
	stopEnvoy := startEnvoy(root, address)
	code := m.Run()
	stopEnvoy()
	stopTaash()
	os.Exit(code)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// start starts a process that does not outlive this one, however it ends.
func start(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // comes when the thread that started it ends
	check(command.Start())
}

// end interrupts a process and waits until it has exited.
func end(command *exec.Cmd) func() {
	return func() {
		check(command.Process.Signal(os.Interrupt))
		_ = command.Wait() // Envoy's exit code reports the interrupt
	}
}

func startTaash(root string) (string, func()) {
	binary := os.Getenv("TAASH_BIN")
	if binary == "" {
		binary = filepath.Join(root, "target", "release", "taash")
	}
	command := exec.Command(binary, "serve", "--listen=127.0.0.1:0", "--admin-listen=off", "--drain-delay-ms=0")
	output, err := command.StdoutPipe()
	check(err)
	start(command)
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if address := regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(lines.Text()); address != "" {
			return address, end(command)
		}
	}
	panic(binary + " did not say where it listens")
}

func startEnvoy(root, upstream string) func() {
	folder := filepath.Join(root, "target", "ci", "nakama")
	configuration, err := os.ReadFile(filepath.Join(root, "deploy", "envoy", "envoy.yaml"))
	check(err)
	host, port, err := net.SplitHostPort(upstream)
	check(err)
	calls, admin := freePort(), freePort()
	text := string(configuration)
	for _, change := range [][2]string{
		{"{address: taash-headless, port_value: 50051}", fmt.Sprintf("{address: %s, port_value: %s}", host, port)},
		{"{address: 0.0.0.0, port_value: 8080}", fmt.Sprintf("{address: 127.0.0.1, port_value: %d}", calls)},
		{"{address: 127.0.0.1, port_value: 9901}", fmt.Sprintf("{address: 127.0.0.1, port_value: %d}", admin)},
	} {
		if !strings.Contains(text, change[0]) {
			panic("deploy/envoy/envoy.yaml has no " + change[0])
		}
		text = strings.Replace(text, change[0], change[1], 1)
	}
	check(os.WriteFile(filepath.Join(folder, "envoy.yaml"), []byte(text), 0o600))
	envoy := exec.Command(filepath.Join(root, "target", "ci", "envoy", "bin", "envoy"), "-c", "envoy.yaml", "--disable-hot-restart", "--log-level", "warning")
	envoy.Dir = folder // where the descriptors are
	start(envoy)

	taashGateway = gateway{fmt.Sprintf("http://127.0.0.1:%d", calls)}
	for late := time.Now().Add(60 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		reply, err := http.Post(taashGateway.url+"/taash.engine.v1.EngineService/ListGames", "application/json", strings.NewReader("{}"))
		if err == nil {
			reply.Body.Close()
			if reply.StatusCode == http.StatusOK {
				return end(envoy)
			}
		}
		if time.Now().After(late) {
			panic("no answer through Envoy")
		}
	}
}

func freePort() int {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}
