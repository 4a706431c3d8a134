import org.codelibs.opensearch.runner.OpenSearchRunner;
import static org.codelibs.opensearch.runner.OpenSearchRunner.newConfigs;

/** One real OpenSearch node on loopback, for trying and tests. Arguments: folder, HTTP port, transport port; `alone` if it may
 *  outlive whoever started it. */
public class SearchNode {
  public static void main(String[] args) throws Exception {
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> {
      settings.put("network.host", "127.0.0.1");
      settings.put("http.port", args[1]);
      settings.put("transport.port", args[2]);
      settings.put("discovery.type", "single-node");
      settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
    });
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      try { runner.close(); } catch (Exception e) { /* going down anyway */ }
    }));
    runner.build(newConfigs().basePath(args[0]).numOfNode(1).clusterName("inputlist").disableESLogger());
    System.out.println("OpenSearch is ready on port " + args[1]);
    if (args.length > 3 && args[3].equals("alone")) Thread.currentThread().join();
    // A test that is cut off leaves no node behind.
    ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().join());
    System.exit(0);
  }
}
